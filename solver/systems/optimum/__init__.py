"""The system `optimum`: of all legal pairings the best, level by level, of equal ones the first in natural order."""
