"""Read models: folds over the events of a table, for those who look at it, and where they are kept."""
