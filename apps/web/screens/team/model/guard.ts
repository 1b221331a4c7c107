import type { PlayerEntry } from "@first-bounce/contract/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { LockCheck } from "@first-bounce/rules/lockout/team-locks";
import { mayPlay } from "@first-bounce/rules/prices/outlook";
import type { Round } from "@first-bounce/rules/round";
import { hasBye } from "@first-bounce/rules/round/squad-status";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../api/season-model.ts";
import { roundOf } from "../../../players/team-score.ts";

/** What happens to the score if nothing changes before the next lock; `id` is whom it is about. */
export type Warning =
	/** The captain will not play: the vice captain doubles, but only if the captain really does not. */
	| { readonly kind: "vice-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** Neither will play. */
	| { readonly kind: "nobody-doubles"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** The captain may be left out: the vice captain's score is known and would count only then. */
	| { readonly kind: "vice-played"; readonly id: PlayerId; readonly otherId: PlayerId; readonly points: number }
	/** She will not play, and an emergency comes in. */
	| { readonly kind: "covered"; readonly id: PlayerId; readonly otherId: PlayerId }
	/** She will not play, and nobody covers her: a donut. */
	| { readonly kind: "donut"; readonly id: PlayerId };

interface Circumstances {
	readonly season: Season;
	readonly round: Round;
	readonly isLocked: LockCheck;
}

/** What is to be expected of a player: what is known, else that she plays as projected or not at all. */
function expected(entry: PlayerEntry | undefined, round: Round): PlayerRound {
	const known = roundOf(entry, round);
	if (!entry || known.state !== "to-come") return known;
	const plays = mayPlay({ status: entry.status, bye: hasBye(entry.squadId, round) });
	return plays ? { state: "played", points: entry.stats.projectedPoints } : DID_NOT_PLAY;
}

function armbandWarnings(
	{ captainId, viceCaptainId }: Lineup,
	{ season, round, isLocked }: Circumstances,
	isOut: (id: PlayerId) => boolean,
): readonly Warning[] {
	if (captainId === 0 || isLocked(captainId)) return [];
	const pair = { id: captainId, otherId: viceCaptainId };
	if (isOut(captainId)) return [{ kind: isOut(viceCaptainId) ? "nobody-doubles" : "vice-doubles", ...pair }];
	const vice = roundOf(season.playerById.get(viceCaptainId), round);
	const captain = season.playerById.get(captainId);
	if (vice.state !== "played" || !captain || vice.points <= captain.stats.projectedPoints) return [];
	return [{ kind: "vice-played", ...pair, points: vice.points }];
}

/** The captain's trap and the empty places of the score, said before a lock makes them final; the worst first. */
export function warnings(lineup: Lineup, circumstances: Circumstances): readonly Warning[] {
	const { season, round, isLocked } = circumstances;
	const stateOf = (id: PlayerId) => expected(season.playerById.get(id), round);
	const isOut = (id: PlayerId) => stateOf(id).state === "did-not-play";
	const positions = (id: PlayerId) => season.lookup(id)?.position ?? [];
	const { ledger } = scoreLineup(lineup, stateOf, positions, season.rules);
	const out = ledger.filter(
		({ slot, playerId, state }) => slot.area === "field" && state === "did-not-play" && !isLocked(playerId),
	);
	const donuts = out.filter(({ coveredBy }) => coveredBy === null);
	return [
		...armbandWarnings(lineup, circumstances, isOut),
		...donuts.map(({ playerId }): Warning => ({ kind: "donut", id: playerId })),
		...out.flatMap(({ playerId, coveredBy }): Warning[] =>
			coveredBy === null ? [] : [{ kind: "covered", id: playerId, otherId: coveredBy }],
		),
	];
}
