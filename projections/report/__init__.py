"""The report: the answers of named questions as one page for people, in words, charts and tables."""
