import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { PlayerStatus } from "@first-bounce/rules/player";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { ParseResult } from "../feed.ts";
import { listUnnamedPlayers } from "../unnamed-players.ts";
import { createProviderLookup, type ProviderLookup } from "./id-lookup.ts";
import { getFields, isObject, OddValues, readId, readText } from "./read-values.ts";

const EMERGENCY = "EMERG";

interface Context {
	readonly season: SeasonSnapshot;
	readonly lookup: ProviderLookup;
	readonly odd: OddValues;
	readonly unknownPlayers: string[];
}

function listStatuses(
	key: string,
	side: unknown,
	squadOfSide: SquadId,
	{ season, lookup, odd, unknownPlayers }: Context,
) {
	const { teamId, positions } = getFields(side);
	if (!isObject(side)) odd.addUnlessAbsent("the roster", key, side);
	else if (!Array.isArray(positions)) odd.addUnlessAbsent(key, "positions", positions);
	// Positions are empty before teams are announced.
	if (!Array.isArray(positions) || positions.length === 0) return [];
	const team = readId(teamId);
	const knownSquad = team === null ? undefined : lookup.findSquadId(team);
	if (knownSquad === undefined) odd.add(key, "teamId", teamId, "; the season's club counts");
	const squadId = knownSquad ?? squadOfSide;
	const statusById = new Map<PlayerId, PlayerStatus>();
	let isComplete = true;
	for (const [index, entry] of positions.entries()) {
		const { position, player } = getFields(entry);
		const providerId = readId(getFields(player).playerId);
		const place = providerId === null ? `${key} position ${index + 1}` : `player ${providerId}`;
		if (providerId === null) {
			isComplete = false;
			if (isObject(entry)) odd.add(place, "playerId", getFields(player).playerId);
			else odd.add(place, "the entry", entry);
			continue;
		}
		const listedPosition = readText(position);
		if (listedPosition === null) odd.add(place, "position", position, "; she counts as named to play");
		const id = lookup.findPlayerId(providerId);
		if (id === undefined)
			unknownPlayers.push(`player ${providerId} of ${team ?? squadOfSide} is unknown and was skipped`);
		else statusById.set(id, listedPosition?.toUpperCase() === EMERGENCY ? "emergency" : "playing");
	}
	// One of the players who seem to be left out could be the one who could not be read.
	const unnamed = isComplete ? listUnnamedPlayers(season, squadId, statusById) : [];
	return [...[...statusById].map(([playerId, status]) => ({ playerId, status })), ...unnamed];
}

/** Parses GET matchRoster/full/{match}: who is named to play. */
export function parseRoster(content: unknown, subject: string, season: SeasonSnapshot): ParseResult {
	const { matchRoster } = getFields(content);
	if (!isObject(matchRoster)) return { ok: false, problems: ["matchRoster is missing"] };
	const lookup = createProviderLookup(season);
	const context: Context = { season, lookup, odd: new OddValues(), unknownPlayers: [] };
	const matchId = readId(matchRoster.matchId);
	if (matchId === null) context.odd.add("the roster", "matchId", matchRoster.matchId);
	const match = lookup.findMatch(matchId ?? subject);
	if (!match) return { ok: false, problems: [`match ${matchId ?? subject} is unknown`] };
	const statuses = [
		...listStatuses("homeTeam", matchRoster.homeTeam, match.homeSquadId, context),
		...listStatuses("awayTeam", matchRoster.awayTeam, match.awaySquadId, context),
	];
	const notes = [...context.unknownPlayers, ...context.odd.list()];
	return { ok: true, reports: [{ matchId: match.id, statuses, ...(notes.length > 0 ? { notes } : {}) }] };
}
