"""What a report says of a game, question by question: sentences and figures."""
