"""Tournament report files: TRF16, TRF(x) (JaVaFo), TRF(bx) (bbpPairings) and the fields of TRF26 the program knows.

Reading goes bytes → records (`records`: lines with their numbers, nothing lost) → player lines (`players`) and point
values (`points`) → games and rounds (`reader`).
"""

from model.trf.reader import read_trf

__all__ = ["read_trf"]
