import type { DraftTeamRound } from "@first-bounce/contract/draft/draft-lineup";
import { applyDraftRules } from "@first-bounce/rules/draft/squad-rules";
import type { RoundId, SeasonTime } from "@first-bounce/rules/ids";
import { copyPlayersByLine, type Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlotIds, type TeamShape } from "@first-bounce/rules/lineup/slots";
import { redactForRivals } from "@first-bounce/rules/rivals/visible-to-rivals";
import { scoreLineup, type TeamScore } from "@first-bounce/rules/scoring/score-lineup";
import { getActionRoundId } from "@first-bounce/rules/team/team-state";
import type { Row } from "../../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../../standings/player-rounds.ts";
import type { DraftRow } from "../queries.ts";

type StoredLineup = Row<"lineups", "round_id" | "slots" | "captain_id" | "vice_captain_id" | "emergency">;

/** The season's rules as they are in a draft league. */
export const getLeagueRules = ({ rules }: SeasonSnapshot, { squad, captain_doubled: captainDoubled }: DraftRow) =>
	applyDraftRules(rules, { squad, captainDoubled });

/** The round whose line-up a change of a draft team belongs to. */
export const getLineupRoundId = (season: SeasonSnapshot, { start_id }: { readonly start_id: RoundId }): RoundId =>
	Math.max(getActionRoundId(season), start_id);

export const buildDraftLineup = (row: StoredLineup, { squad }: DraftRow): Lineup =>
	buildLineupFromIds(row.slots, squad, {
		captainId: row.captain_id,
		viceCaptainId: row.vice_captain_id,
		emergency: row.emergency,
	});

/** Builds the columns of a line-up, the reverse of `buildDraftLineup`. */
export const buildLineupColumns = (lineup: Lineup, shape: TeamShape) => ({
	slots: [...listSlotIds(lineup, shape)],
	captain_id: lineup.captainId,
	vice_captain_id: lineup.viceCaptainId,
	emergency: [...lineup.emergency],
});

const NO_LINEUP = {
	lineup: null,
	bench: null,
	utilityId: null,
	captainId: null,
	viceCaptainId: null,
	emergency: null,
	hidden: 0,
};

interface ShownRound {
	readonly season: SeasonSnapshot;
	readonly round: SnapshotRound | undefined;
	readonly draft: DraftRow;
	readonly now: SeasonTime;
}

/** Builds a line-up as the viewer may see it in a round: only locked players of another team. */
export function buildShownLineup(lineup: Lineup | null, isOwn: boolean, { season, round, draft, now }: ShownRound) {
	const getPlayer = (id: number) => season.players.get(id);
	const visible =
		lineup &&
		round &&
		(isOwn ? { lineup, hidden: 0 } : redactForRivals(lineup, round, { getPlayer, now, shape: draft.squad }));
	if (!visible) return NO_LINEUP;
	const { field, bench, utilityId, captainId, viceCaptainId, emergency } = visible.lineup;
	return {
		lineup: copyPlayersByLine(field),
		bench: copyPlayersByLine(bench),
		utilityId,
		captainId,
		viceCaptainId,
		emergency: [...emergency],
		hidden: visible.hidden,
	};
}

/** Scores a team in each round that has begun, by its line-ups in the order of rounds. */
export function scoreRounds(
	lineups: readonly StoredLineup[],
	startRoundId: RoundId,
	season: SeasonSnapshot,
	draft: DraftRow,
): ReadonlyMap<RoundId, TeamScore> {
	const begun = season.rounds.filter(({ id, status }) => id >= startRoundId && status !== "scheduled");
	const rules = getLeagueRules(season, draft);
	return new Map(
		begun.flatMap((round) => {
			const row = lineups.findLast(({ round_id }) => round_id <= round.id);
			if (!row) return [];
			const getPlayerRound = createPlayerRoundLookup(season, round);
			const getPositions = createPositionLookup(season, round.id);
			return [[round.id, scoreLineup(buildDraftLineup(row, draft), getPlayerRound, getPositions, rules)] as const];
		}),
	);
}

/** Lists the substitutions of a score whose two players the viewer may see. */
export function listShownSubstitutions(
	score: TeamScore | undefined,
	shown: Pick<DraftTeamRound, "lineup" | "bench" | "utilityId">,
): { in: number; out: number }[] {
	if (!score || !shown.lineup || !shown.bench) return [];
	const ids = [...Object.values(shown.lineup), ...Object.values(shown.bench), shown.utilityId].flat();
	return score.substitutions
		.filter((pair) => ids.includes(pair.in) && ids.includes(pair.out))
		.map((pair) => ({ ...pair }));
}
