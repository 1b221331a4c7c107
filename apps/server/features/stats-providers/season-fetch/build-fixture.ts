import { isTimeZone } from "@first-bounce/contract/fields";
import { parseIdNumber } from "@first-bounce/contract/operator/id-lookup";
import { parseInstant } from "../../seasons/import/csv/dates.ts";
import { findTimeZoneOfGround } from "../../seasons/import/files/ground-zones.ts";
import { formatClubs } from "../../seasons/import/files/read-fixture.ts";
import type { FetchedSquad } from "./build-players.ts";
import type { Decisions } from "./decisions-file.ts";
import type { SeasonSummary } from "./previous-seasons.ts";
import type { ProviderMatch, ProviderTeam } from "./provider-schemas.ts";
import type { ProviderSeason } from "./read-provider-season.ts";

interface FetchedRound {
	readonly id: number;
	readonly name: string;
	readonly isFinal: boolean;
}

interface FetchedMatch {
	/** The provider's own number of the match. The number at the end of `providerId` is too large for an id. */
	readonly id: number;
	readonly providerId: string;
	readonly roundId: number;
	readonly homeSquadId: number;
	readonly awaySquadId: number;
	readonly startsAt: number;
	readonly venue: string;
	/** Empty if it is not known. */
	readonly timeZone: string;
}

export interface FetchedFixture {
	readonly rounds: readonly FetchedRound[];
	readonly matches: readonly FetchedMatch[];
	/** What was left out, such as a round for which the provider has no matches yet. */
	readonly notes: readonly string[];
}

const MAX_ABBREVIATION = 6;

/** Builds the clubs. A club's id is that of a previous season, or else the number in the provider's id. */
export function buildSquads(teams: readonly ProviderTeam[], previousSeasons: readonly SeasonSummary[]): FetchedSquad[] {
	const usedAbbreviations = new Set<string>();
	const takeAbbreviation = ({ name, abbreviation }: ProviderTeam): string => {
		const letters = (abbreviation?.trim() || name.replaceAll(/[^A-Za-z]/g, "").slice(0, 4))
			.toUpperCase()
			.slice(0, MAX_ABBREVIATION);
		let unique = letters;
		for (let number = 2; usedAbbreviations.has(unique); number++)
			unique = `${letters.slice(0, MAX_ABBREVIATION - 1)}${number}`;
		usedAbbreviations.add(unique);
		return unique;
	};
	return teams.map((team) => {
		const previousSquad = previousSeasons
			.find(({ squads }) => squads.has(team.providerId))
			?.squads.get(team.providerId);
		return {
			id: previousSquad?.id ?? parseIdNumber(team.providerId) ?? team.id,
			name: team.name,
			abbreviation: takeAbbreviation(team),
			providerId: team.providerId,
		};
	});
}

/** The provider marks finals by their names only (Semi Finals, Grand Final). */
const isFinal = (name: string): boolean => /final/i.test(name);

/** Parses a start; a time without an offset is in UTC. */
const parseStart = (text: string): number | null => parseInstant(text) ?? parseInstant(`${text}Z`);

/**
 * Parses a decision such as `Pier Oval; Australia/Perth`, in which the zone can be left out; null if the ground is empty or
 * the zone unknown.
 */
function parseGround(text: string): { venue: string; timeZone: string } | null {
	const [venue = "", zone = ""] = text.split(";").map((part) => part.trim());
	const timeZone = zone || findTimeZoneOfGround(venue) || "";
	return venue !== "" && (timeZone === "" || isTimeZone(timeZone)) ? { venue, timeZone } : null;
}

/** Gets the provider's ground with its time zone, or else that of our own list. If one is missing, asks the operator. */
function chooseGround({ providerId, venue }: ProviderMatch, matchName: string, decisions: Decisions) {
	const name = venue?.name.trim() ?? "";
	const providerZone = venue?.timezone?.trim() ?? "";
	const timeZone = isTimeZone(providerZone) ? providerZone : (findTimeZoneOfGround(name) ?? "");
	if (name !== "" && timeZone !== "") return { venue: name, timeZone };
	const problem = name === "" ? "has no ground yet" : `the time zone of ${name} is not known`;
	const question = { kind: "ground" as const, id: providerId, about: matchName, problem, default: name };
	return decisions.ask(question, parseGround) ?? { venue: name, timeZone };
}

/**
 * Leaves out all but the last of a round's matches between two clubs: a match that was moved can also be listed under its old id.
 *
 * @param matches in the order of their starts
 */
function removeRepeatedMatches(matches: readonly FetchedMatch[], roundName: string, notes: string[]): FetchedMatch[] {
	const lastMatches = new Map(matches.map((match) => [formatClubs(match), match]));
	return matches.filter((match) => {
		const last = lastMatches.get(formatClubs(match)) ?? match;
		if (last !== match)
			notes.push(
				`${roundName}: match ${match.providerId} has the clubs of ${last.providerId}, which starts later, and was left out`,
			);
		return last === match;
	});
}

/** Builds rounds and matches. Leaves out rounds without matches and matches without two clubs, and notes them. */
export function buildFixture(
	season: ProviderSeason,
	squads: readonly FetchedSquad[],
	decisions: Decisions,
): FetchedFixture {
	const byProvider = new Map(squads.map((squad) => [squad.providerId, squad]));
	const rounds: FetchedRound[] = [];
	const matches: FetchedMatch[] = [];
	const notes: string[] = [];

	const buildMatch = (match: ProviderMatch, roundId: number, roundName: string): FetchedMatch | null => {
		const home = byProvider.get(match.home?.team?.providerId ?? "");
		const away = byProvider.get(match.away?.team?.providerId ?? "");
		if (!home || !away) {
			notes.push(`${roundName}: match ${match.providerId} has no clubs yet and was left out`);
			return null;
		}
		const matchName = `${roundName}: ${home.name} v ${away.name}`;
		const announced = parseStart(match.utcStartTime ?? "");
		const startsAt =
			announced ??
			decisions.ask(
				{
					kind: "start",
					id: match.providerId,
					about: matchName,
					problem: "has no start time yet",
					default: "left out",
				},
				parseStart,
			);
		const { id, providerId } = match;
		const ground = chooseGround(match, matchName, decisions);
		return startsAt === null
			? null
			: { id, providerId, roundId, homeSquadId: home.id, awaySquadId: away.id, startsAt, ...ground };
	};

	for (const { roundNumber, name, matches: listedMatches } of season.rounds) {
		if (roundNumber === 0) {
			notes.push(`${name} is round 0, which a season cannot have: it was left out`);
			continue;
		}
		const roundMatches = listedMatches
			.map((match) => buildMatch(match, roundNumber, name))
			.filter((match) => match !== null)
			.toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id);
		if (roundMatches.length === 0) {
			notes.push(`${name} has no matches yet and was left out: fetch again with --refresh once it is drawn`);
			continue;
		}
		rounds.push({ id: roundNumber, name, isFinal: isFinal(name) });
		matches.push(...(isFinal(name) ? roundMatches : removeRepeatedMatches(roundMatches, name, notes)));
	}
	return { rounds, matches, notes };
}
