"""What the four games of Honors have in common: one deck, and a match of several deals. The rules: `rulebook.md`."""
