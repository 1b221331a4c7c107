import type { RoundId, SeasonTime } from "../ids.ts";
import type { RoundTheme, SeasonRules } from "../season-rules/season-rules.ts";

/** The day of an instant, UTC, as year-month-day. */
const formatDay = (at: SeasonTime): string => new Date(at).toISOString().slice(0, 10);

/** The theme of a round, if any (docs/game-rules.md#themed-rounds). */
export function findRoundTheme(
	{ id, startsAt }: { readonly id: RoundId; readonly startsAt: SeasonTime },
	{ themedRounds }: Pick<SeasonRules, "themedRounds">,
): RoundTheme | null {
	const day = formatDay(startsAt);
	const themed = themedRounds.find(({ rounds, from, to }) => rounds.includes(id) && from <= day && day <= to);
	return themed?.theme ?? null;
}
