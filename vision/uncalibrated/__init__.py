"""Detection in pictures without a mat, where neither scale nor tilt is known."""
