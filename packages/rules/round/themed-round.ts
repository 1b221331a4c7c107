import type { RoundId, SeasonTime } from "../ids.ts";
import type { RoundTheme, SeasonRules } from "../season-rules/season-rules.ts";

/** The day of an instant, UTC, as year-month-day. */
const formatDay = (at: SeasonTime): string => new Date(at).toISOString().slice(0, 10);

/** The theme a round is played in: it is one of the season's themed rounds, and begins on one of their days (D1 §9). */
export function findRoundTheme(
	{ id, startsAt }: { readonly id: RoundId; readonly startsAt: SeasonTime },
	{ themedRounds }: Pick<SeasonRules, "themedRounds">,
): RoundTheme | null {
	const day = formatDay(startsAt);
	const themed = themedRounds.find(({ rounds, from, to }) => rounds.includes(id) && from <= day && day <= to);
	return themed?.theme ?? null;
}
