"""Settings that do not go together, and which of them is said to be wrong."""

from typing import Any

FRIENDLIER = {"game": "friendlier_than_thou", "scoring": "joint", "limit": 100}
TEAMS = {"game": "literature", "team_size": 3, "scoring": "difference"}
GROUPS = {"format": "groups", "groups": 2}

SENSELESS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table.take_back", {"table": {"take_back": True}}),
    ("seating.places", {"seating": {"places": 14}}),
    ("seating.places", {"game": "literature", "seating": {"places": 2}}),
    ("seating.sizes[1]", {"seating": {"places": 2, "sizes": [3, 13]}}),
    ("team_size", {"team_size": 2, "seating": {"places": 4}}),
    ("team_size", {"team_size": 4, "seating": {"places": 1}}),
    ("seating.places", {"game": "literature", "team_size": 2, "seating": {"places": 3}}),
    ("seating.places", {"game": "literature", "team_size": 6, "seating": {"places": 1}}),
    ("seating.places", {**FRIENDLIER, "team_size": 2}),
    ("exchanged_seats", {"exchanged_seats": True, "duplicate": True, "seating": {"places": 3}}),
    ("exchanged_seats", {**FRIENDLIER, "exchanged_seats": True, "duplicate": True}),
    ("duplicate", {"exchanged_seats": True}),
    ("limit", {"limit": 2, "seating": {"places": 3}}),
    ("limit", {**FRIENDLIER, "team_size": 4, "seating": {"places": 1}, "limit": 501}),
    ("limit", {"limit": 7, "seating": {**GROUPS, "advance": 4}}),
    ("drafting", {"drafting": "at_once", "seating": {"format": "manual"}}),
    ("late_entries", {"late_entries": {"until_round": 2}, "seating": {"format": "knockout"}}),
    ("late_entries.until_round", {"late_entries": {"until_round": 4}}),
    ("seating.sizes", {"seating": {"format": "round_robin", "sizes": [3]}}),
    ("seating.sizes", {"seating": {"format": "knockout", "sizes": [2, 3]}}),
    ("seating.format", {**FRIENDLIER, "team_size": 4, "seating": {"places": 1, "format": "round_robin"}}),
    ("seating.format", {**FRIENDLIER, "team_size": 4, "seating": {"places": 1, "format": "knockout"}}),
    ("seating.format", {**FRIENDLIER, "seating": {"places": 4, "format": "knockout", "rounds": 1}}),
    ("seating.format", {**FRIENDLIER, "seating": GROUPS}),
    ("seating.advance", {"seating": {**GROUPS, "groups": 1}}),
    ("seating.advance", {"seating": {**GROUPS, "places": 4}}),
    ("seating.final_rounds", {"seating": {**GROUPS, "advance": 4, "final_rounds": 3}}),
    ("seating.final_rounds", {"seating": {**GROUPS, "final_rounds": 2}}),
    ("seating.groups", {"seating": {"format": "round_robin", "groups": 2}}),
    ("seating.final_rounds", {"seating": {"final_rounds": 2}}),
    ("seating.advance", {"seating": {"advance": 2}}),
    ("seating.advance", {"seating": {"format": "knockout", "advance": 2}}),
    ("seating.advance", {"seating": {"format": "knockout", "places": 4, "sizes": [3], "advance": 3}}),
    ("seating.rounds", {"seating": {"format": "knockout", "rounds": 11}}),
    ("seating.rounds", {"limit": 16, "seating": {"format": "knockout", "places": 4, "rounds": 3}}),
    ("seating.rounds", {"limit": 16, "seating": {"format": "knockout", "places": 4, "advance": 2, "rounds": 4}}),
    ("scoring", {"scoring": "joint"}),
    ("scoring", {**FRIENDLIER, "scoring": "points"}),
    ("scoring", {"scoring": "difference", "seating": {"places": 3}}),
    ("duplicate", {"scoring": "matchpoints"}),
    ("tie_breaks[1]", {"tie_breaks": ["wins", "wins"]}),
    ("tie_breaks[1]", {**FRIENDLIER, "tie_breaks": ["fewest_byes", "head_to_head"]}),
    ("bye_points", {"scoring": "rank_points", "bye_points": 10_001}),
    ("late_entries.points", {"scoring": "rank_points", "late_entries": {"until_round": 2, "points": -1}}),
    ("check_in_ms", {"check_in_ms": 0}),
    ("round_ms", {"round_ms": 0}),
    ("warning_ms", {"warning_ms": 0, "round_ms": 2}),
    ("no_show_ms", {"no_show_ms": 0}),
    ("warning_ms", {"warning_ms": 1}),
    ("warning_ms", {"warning_ms": 2, "round_ms": 2}),
    ("no_show_ms", {"no_show_ms": 3, "round_ms": 2}),
)
"""The setting that a refusal points to, and the settings that are refused for it."""

SENSIBLE: tuple[dict[str, Any], ...] = (
    {"duplicate": True, "scoring": "matchpoints", "seating": {"places": 4, "sizes": [3, 5]}},
    {"duplicate": False, "scoring": "rank_points", "seating": {"places": 4}, "bye_points": 10_000},
    {"game": "literature", "seating": {"places": 6}},
    {**TEAMS, "options": {"teams": [0, 0, 0, 1, 1, 1]}},
    {**TEAMS, "duplicate": True, "exchanged_seats": True},
    {**FRIENDLIER, "team_size": 4, "seating": {"places": 1}, "limit": 500, "tie_breaks": ["fewest_byes"]},
    {**FRIENDLIER, "seating": {"places": 3, "sizes": [2, 4], "format": "round_robin"}},
    {"round_ms": 10, "warning_ms": 9, "no_show_ms": 10, "tie_breaks": ["wins", "buchholz"]},
    {"late_entries": {"until_round": 3}, "bye_points": -20_000},
    {"seating": {**GROUPS, "advance": 4, "rounds": 4, "final_rounds": 3}, "limit": 8},
    {"seating": {"format": "knockout", "rounds": 10}},
    {"limit": 16, "seating": {"format": "knockout", "places": 4, "advance": 2, "rounds": 3}},
)
"""Settings that go together."""
