"""Estimators for scikit-learn: groups of categories as features, and clusters of rows of counts.

This module needs scikit-learn 1.6 or later, which dibmap does not install.
"""

from ._clustering import DIBClustering
from ._grouper import InformationGrouper

__all__ = ["DIBClustering", "InformationGrouper"]
