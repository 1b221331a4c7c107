import { createRoundOutlook, type RoundOutlook } from "../../apps/server/features/seasons/backtest/round-outlook.ts";
import { type SeasonBeforeRound, SeasonHistory } from "../../apps/server/features/seasons/backtest/season-history.ts";
import type { SeasonData } from "../../apps/server/features/seasons/import/files/season-data.ts";
import { arrangeLineup } from "../../packages/rules/coach/arrange-lineup.ts";
import { chooseAutopick, NO_PREFERENCES } from "../../packages/rules/draft/autopick.ts";
import { type DraftPick, listPickedPlayers } from "../../packages/rules/draft/draft-board.ts";
import { listTurns } from "../../packages/rules/draft/draft-order.ts";
import { type ExpectedPlayer, forecastRoundsLeft } from "../../packages/rules/draft/expected-points.ts";
import { placeSquad } from "../../packages/rules/draft/place-squad.ts";
import { applyDraftRules, getSquadPreset, getSquadSize } from "../../packages/rules/draft/squad-rules.ts";
import { suggestMoves } from "../../packages/rules/draft/suggest-moves.ts";
import type { PlayerId, Points } from "../../packages/rules/ids.ts";
import { buildLineupFromIds } from "../../packages/rules/lineup/slots.ts";
import { isNeverLocked } from "../../packages/rules/lockout/locked-players.ts";
import { listSquadMatches } from "../../packages/rules/round/round.ts";
import { scoreLineup } from "../../packages/rules/scoring/score-lineup.ts";

const TEAMS = 10;
const CLAIMS_PER_ROUND = 3;
const SQUAD = getSquadPreset(TEAMS);

/** Lets robots draft ten squads by the projections before the season, which a seed varies a little. */
function draftSquads(season: SeasonBeforeRound, { estimates }: RoundOutlook): readonly (readonly PlayerId[])[] {
	const order = Array.from({ length: TEAMS }, (_, index) => index + 1);
	const players = [...season.players.values()].map(({ id, position }) => ({
		id,
		position,
		points: (estimates.get(id) ?? 0) * season.rounds.length,
	}));
	let picks: DraftPick[] = listTurns(order, getSquadSize(SQUAD), "snake").map((turn) => ({
		...turn,
		teamId: turn.originalTeamId,
		playerId: null,
		isSkipped: false,
	}));
	for (const { overall, teamId } of picks) {
		const playerId = chooseAutopick({ picks, players, rules: SQUAD }, teamId, NO_PREFERENCES);
		picks = picks.map((pick) => (pick.overall === overall ? { ...pick, playerId } : pick));
	}
	return order.map((teamId) => listPickedPlayers(picks, teamId));
}

/**
 * What is expected of everybody when claims are made, before clubs name their teams: all that is known of the next round is who
 * played in the last one.
 */
function listExpected(season: SeasonBeforeRound, { estimates }: RoundOutlook, { rules }: SeasonData): ExpectedPlayer[] {
	const roundsLeft = season.rounds.filter(({ id }) => id >= season.roundId);
	const { available, uncertain } = rules.projections.chances;
	return [...season.players.values()].map((player) => {
		const playedLast = season.listPlayedMatches(player.id).some(({ roundId }) => roundId === season.roundId - 1);
		const isAvailable = playedLast || season.rounds[0]?.id === season.roundId;
		return forecastRoundsLeft(
			{
				id: player.id,
				position: player.position,
				estimate: estimates.get(player.id) ?? 0,
				chanceToPlay: isAvailable ? available : uncertain,
				status: "playing",
				matches: roundsLeft.map((round) => listSquadMatches(player.squadId, round).length),
			},
			rules,
		);
	});
}

type Squads = readonly (readonly PlayerId[])[];

/** Makes the claim that the coach suggests first to a team, if the player is still free. */
function claimOnce(squads: Squads, seat: number, expected: readonly ExpectedPlayer[]): Squads {
	const owned = new Set(squads.flat());
	const own = squads[seat] ?? [];
	const situation = {
		squad: expected.filter(({ id }) => own.includes(id)),
		free: expected.filter(({ id }) => !owned.has(id)),
		rules: SQUAD,
		mayDrop: () => true,
	};
	const [move] = suggestMoves(situation, 1);
	return move ? squads.with(seat, [...own.filter((id) => id !== move.dropId), move.addId]) : squads;
}

/** A round with all that is known before it, and its scores. */
interface PreparedRound {
	readonly season: SeasonBeforeRound;
	readonly outlook: RoundOutlook;
	readonly expected: readonly ExpectedPlayer[];
	readonly getScore: ReturnType<SeasonHistory["createPlayerRoundLookup"]>;
}

interface PreparedSeason {
	readonly data: SeasonData;
	readonly rounds: readonly PreparedRound[];
	readonly squads: Squads;
}

/** Scores the best line-up of a squad once clubs have named their teams. */
function scoreSquad(squad: readonly PlayerId[], round: PreparedRound, { data }: PreparedSeason): Points {
	const { season, outlook, getScore } = round;
	const rules = applyDraftRules(data.rules, { squad: SQUAD, captainDoubled: true });
	const getExpectedPoints = (id: PlayerId) => outlook.coachPlayers.get(id)?.points[0] ?? 0;
	const players = squad.flatMap((id) => season.players.get(id) ?? []);
	const placed = placeSquad(
		players.map(({ id, position }) => ({ id, position, points: getExpectedPoints(id) })),
		SQUAD,
	);
	const lineup = arrangeLineup(buildLineupFromIds(placed, rules), {
		rules,
		getPlayer: (id) => season.players.get(id),
		isLocked: isNeverLocked,
		getExpectedPoints,
		getStartTime: () => 0,
	});
	return scoreLineup(lineup, getScore, (id) => season.players.get(id)?.position ?? [], rules).points;
}

/** Reads a season round by round as it was known, and lets robots draft. */
export function prepareDraftSeason(data: SeasonData, seed: number): PreparedSeason {
	const history = new SeasonHistory(data, []);
	const rounds = data.rounds.map((roundId) => {
		const season = history.getSeasonBefore(roundId);
		const options = { rules: data.rules, ownership: null, seed };
		const outlook = createRoundOutlook(season, options);
		const beforeNaming = createRoundOutlook({ ...season, namedPlayers: new Set() }, options);
		const expected = listExpected(season, beforeNaming, data);
		const getScore = history.createPlayerRoundLookup(roundId);
		history.addRound(roundId);
		return { season, outlook, expected, getScore };
	});
	const [first] = rounds;
	return { data, rounds, squads: first ? draftSquads(first.season, first.outlook) : [] };
}

/**
 * Plays the season; returns each team's mean points a round. Before each round the teams that follow the coach claim in turn, three
 * times each, another one first every time.
 *
 * @param followers the places of these teams in the order of the draft, from 0
 */
function playDraftSeason(prepared: PreparedSeason, followers: readonly number[]): readonly Points[] {
	let { squads } = prepared;
	const totals = Array.from({ length: TEAMS }, () => 0);
	for (const [index, round] of prepared.rounds.entries()) {
		const first = index % Math.max(1, followers.length);
		const inTurn = [...followers.slice(first), ...followers.slice(0, first)];
		for (let claim = 0; claim < CLAIMS_PER_ROUND; claim++)
			for (const seat of inTurn) squads = claimOnce(squads, seat, round.expected);
		for (const [seat, squad] of squads.entries())
			totals[seat] = (totals[seat] ?? 0) + scoreSquad(squad, round, prepared);
	}
	return totals.map((total) => total / prepared.rounds.length);
}

/** The mean points a round of a team with the coach's claims, and of the same team without any. */
export interface ClaimsResult {
	/** If nobody else claims. */
	readonly alone: { readonly without: Points; readonly withCoach: Points };
	/** If the nine others follow the coach. */
	readonly amongOthers: { readonly without: Points; readonly withCoach: Points };
}

/** Measures what claims are worth to each team of a draft. */
export function measureClaims(prepared: PreparedSeason): readonly ClaimsResult[] {
	const seats = prepared.squads.map((_, seat) => seat);
	const nobody = playDraftSeason(prepared, []);
	const everybody = playDraftSeason(prepared, seats);
	return seats.map((seat) => {
		const others = seats.filter((other) => other !== seat);
		return {
			alone: { without: nobody[seat] ?? 0, withCoach: playDraftSeason(prepared, [seat])[seat] ?? 0 },
			amongOthers: { without: playDraftSeason(prepared, others)[seat] ?? 0, withCoach: everybody[seat] ?? 0 },
		};
	});
}
