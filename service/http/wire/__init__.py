"""The form of what travels: bodies and how they are decoded, headers, keys of commands, answers."""
