import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonSnapshot, SnapshotMatch } from "../../seasons/current/season-snapshot.ts";
import type { ParseResult } from "../feed.ts";
import { listUnnamedPlayers } from "../unnamed-players.ts";
import { createProviderLookup, type ProviderLookup } from "./id-lookup.ts";
import { getFields, isObject, type JsonObject, OddValues, readId, readText } from "./read-values.ts";

const EMERGENCY = "EMERG";
/** The positions on the ground and off it, as providers write them. */
const POSITIONS = new Set(
	`FB BPL BPR CHB HBFL HBFR C WL WR CHF HFFL HFFR FF FPL FPR RK RR R INT SUB ${EMERGENCY}`.split(" "),
);
export const isKnownPosition = (position: string): boolean => POSITIONS.has(position.toUpperCase());

interface Context {
	readonly match: SnapshotMatch;
	readonly season: SeasonSnapshot;
	readonly lookup: ProviderLookup;
	readonly odd: OddValues;
	readonly unknownPlayers: string[];
}

type Side = "homeTeam" | "awayTeam";

/** A club's announced team as it was received. */
interface AnnouncedTeam {
	readonly side: Side;
	readonly squadId: SquadId;
	readonly teamId: unknown;
	readonly positions: readonly unknown[];
}

/**
 * Lists the announced teams with their clubs. A team that names neither club of the match is the club that the other team does not
 * name, or else that of its side.
 */
function listAnnouncedTeams(matchRoster: JsonObject, { match, lookup, odd }: Context): AnnouncedTeam[] {
	const { homeSquadId, awaySquadId } = match;
	const readSquad = (side: Side): SquadId | undefined => {
		const team = readId(getFields(matchRoster[side]).teamId);
		const squadId = team === null ? undefined : lookup.findSquadId(team);
		return squadId === homeSquadId || squadId === awaySquadId ? squadId : undefined;
	};
	const [homeTeam, awayTeam] = [readSquad("homeTeam"), readSquad("awayTeam")];
	const isSwapped = homeTeam !== awayTeam && (homeTeam === awaySquadId || awayTeam === homeSquadId);
	const sides = [
		["homeTeam", isSwapped ? awaySquadId : homeSquadId],
		["awayTeam", isSwapped ? homeSquadId : awaySquadId],
	] as const;
	return sides.flatMap(([side, squadId]) => {
		const { teamId, positions } = getFields(matchRoster[side]);
		if (!isObject(matchRoster[side])) odd.addUnlessAbsent("the roster", side, matchRoster[side]);
		else if (!Array.isArray(positions)) odd.addUnlessAbsent(side, "positions", positions);
		// Positions are empty before teams are announced.
		if (!Array.isArray(positions) || positions.length === 0) return [];
		if (readSquad(side) !== squadId) odd.add(side, "teamId", teamId, "; the season's club counts");
		return [{ side, squadId, teamId, positions }];
	});
}

/**
 * Reads the statuses of the named players. `unclear` are those whose entries contradict the season or each other; an incomplete team
 * has an entry that names nobody.
 */
function readTeam({ side, squadId, teamId, positions }: AnnouncedTeam, context: Context) {
	const { match, season, lookup, odd, unknownPlayers } = context;
	const statusById = new Map<PlayerId, PlayerStatus>();
	const ofOtherClubs = new Set<PlayerId>();
	const withTwoStatuses = new Set<PlayerId>();
	let isComplete = true;
	for (const [index, entry] of positions.entries()) {
		const { position, player } = getFields(entry);
		const providerId = readId(getFields(player).playerId);
		const place = providerId === null ? `${side} position ${index + 1}` : `player ${providerId}`;
		if (providerId === null) {
			isComplete = false;
			if (isObject(entry)) odd.add(place, "playerId", getFields(player).playerId);
			else odd.add(place, "the entry", entry);
			continue;
		}
		const listedPosition = readText(position);
		if (listedPosition === null || !isKnownPosition(listedPosition))
			odd.add(place, "position", position, "; she counts as named to play");
		const listedPlayer = season.players.get(lookup.findPlayerId(providerId) ?? 0);
		const status = listedPosition?.toUpperCase() === EMERGENCY ? "emergency" : "playing";
		if (!listedPlayer)
			unknownPlayers.push(`player ${providerId} of ${readId(teamId) ?? squadId} is unknown and was skipped`);
		else if (getSquadInRound(listedPlayer, match.roundId) !== squadId) {
			ofOtherClubs.add(listedPlayer.id);
			odd.add(place, "teamId", teamId, "; she is of another club and was skipped");
		} else if ((statusById.get(listedPlayer.id) ?? status) !== status) {
			withTwoStatuses.add(listedPlayer.id);
			odd.add(place, "position", position, "; she is listed with another one too and was skipped");
		} else statusById.set(listedPlayer.id, status);
	}
	for (const id of withTwoStatuses) statusById.delete(id);
	return { squadId, statusById, unclear: [...ofOtherClubs, ...withTwoStatuses], isComplete };
}

/** Lists the statuses of both clubs' players. Whoever is not named does not play. */
function listStatuses(matchRoster: JsonObject, context: Context) {
	const teams = listAnnouncedTeams(matchRoster, context).map((team) => readTeam(team, context));
	const named = new Map(teams.flatMap(({ statusById }) => [...statusById]));
	const unclear = new Set(teams.flatMap((team) => team.unclear));
	// One of the players who seem to be left out could be the one who could not be read.
	const unnamed = teams
		.filter(({ isComplete }) => isComplete)
		.flatMap(({ squadId }) => listUnnamedPlayers(context.season, squadId, named))
		.filter(({ playerId }) => !unclear.has(playerId));
	return [...[...named].map(([playerId, status]) => ({ playerId, status })), ...unnamed];
}

/** Parses GET matchRoster/full/{match}: who is named to play. */
export function parseRoster(content: unknown, subject: string, season: SeasonSnapshot): ParseResult {
	const { matchRoster } = getFields(content);
	if (!isObject(matchRoster)) return { ok: false, problems: ["matchRoster is missing"] };
	const lookup = createProviderLookup(season);
	const odd = new OddValues();
	const matchId = readId(matchRoster.matchId);
	if (matchId === null) odd.add("the roster", "matchId", matchRoster.matchId);
	const match = lookup.findMatch(matchId ?? subject);
	if (!match) return { ok: false, problems: [`match ${matchId ?? subject} is unknown`] };
	const unknownPlayers: string[] = [];
	const statuses = listStatuses(matchRoster, { match, season, lookup, odd, unknownPlayers });
	const notes = [...unknownPlayers, ...odd.list()];
	return { ok: true, reports: [{ matchId: match.id, statuses, ...(notes.length > 0 ? { notes } : {}) }] };
}
