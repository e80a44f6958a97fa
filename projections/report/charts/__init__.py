"""Charts: values in, the elements of a drawing and its height out."""
