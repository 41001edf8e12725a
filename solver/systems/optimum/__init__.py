"""The system `optimum`: of all legal pairings the best, level by level, and of equal ones the first in natural order."""
