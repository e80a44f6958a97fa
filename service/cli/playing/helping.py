"""What a person at a table may type."""

HELP = """\
  3            makes the move with this number
  heart        lists the moves in which this text occurs
  b            builds a move that is not listed, field by field; . stops it
  {"type": …}  makes the move that is written as JSON
  t            shows the table and the moves again
  : Hello      says this to the table, where it has a chat
  :            lists set phrases, and says one
  u            asks to take your last move back, where the table allows it
  y or n       answers who asks to take theirs back; n also withdraws what you ask for
  h            lets house players take the free seats, before the game
  q            leaves; you are asked whether your seat stays yours
  ?            shows this"""
