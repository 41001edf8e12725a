"""`pairproof batch`: many tournaments measured, tables out; restartable, on several processes or machines."""
