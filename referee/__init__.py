"""The live table: one queue, one writer, the journal, the evidence."""
