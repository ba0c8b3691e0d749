"""What a table is: the entries of its log, the fold over them, decisions on commands, what each viewer sees."""
