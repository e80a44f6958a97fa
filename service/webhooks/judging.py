"""What an attempt means: when a message is sent again, and when a webhook is left alone.

A message is tried at once and, if that fails, ten times more within about three days. After a failed attempt its
webhook is paused, for ten minutes at the most; then one message is tried. When one gets through after several failures,
all messages that wait are due. So a receiver that was down for a day gets everything a few minutes after it is back,
and is not flooded while it is down. A webhook is disabled if all attempts have failed for three days.
"""

from collections.abc import Callable

from service.webhooks.port import Attempt, Message, Verdict, Webhook

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000

AGAIN_MS = (
    5 * SECOND,
    30 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
)
"""Milliseconds after which a message is tried again, the first time and so on."""

PAUSES_MS = (5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE)
"""Milliseconds for which a webhook is left alone after its first failure, its second, and so on."""

FAILING_MS = 3 * 24 * HOUR
"""Milliseconds of nothing but failures after which a webhook is disabled."""

UNTRIED_MS = 30 * HOUR
"""Milliseconds without an attempt, longer than any wait above, after which what has failed before counts no more.

Then nothing was to be sent, or the service itself was away.
"""

DOWN = 3
"""Number of failures in a row after which a receiver counts as down; fewer: it refuses a message."""

QUICK_MS = 2_000
"""Maximum number of milliseconds of a quick answer."""

JITTER = (0.8, 1.2)
"""By how much each of these times is shorter or longer."""

GONE = 410

Dice = Callable[[float, float], float]


def delivered(webhook: Webhook, attempt: Attempt) -> Verdict:
    """Return what it means that a message was taken."""
    return Verdict(
        attempt=attempt,
        state="delivered",
        due=attempt.at,
        strained=attempt.took_ms > QUICK_MS,
        failing_since=None,
        failures=0,
        paused_until=0,
        recovered=webhook.failures >= DOWN,
    )


def failed(webhook: Webhook, message: Message, attempt: Attempt, dice: Dice) -> Verdict:
    """Return what it means that a message was not taken."""
    at, given_up = attempt.at, message.tries >= len(AGAIN_MS)
    since = webhook.failing_since
    if since is None or 0 < webhook.paused_until < at - UNTRIED_MS:  # 0: its owner wants it to be tried
        since = at
    wait = AGAIN_MS[-1 if given_up else message.tries]
    pause = PAUSES_MS[min(webhook.failures, len(PAUSES_MS) - 1)]
    return Verdict(
        attempt=attempt,
        state="failed" if given_up else "waiting",
        due=at + round(wait * dice(*JITTER)),
        strained=True,
        failing_since=since,
        failures=webhook.failures + 1,
        paused_until=at + round(pause * dice(*JITTER)),
        why="gone" if attempt.status == GONE else "failing" if at - since >= FAILING_MS else None,
    )
