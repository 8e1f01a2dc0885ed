"""What is sent and answered."""

from .generated.models import *  # noqa: F403
