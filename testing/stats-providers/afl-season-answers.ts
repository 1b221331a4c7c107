import type { Line } from "@first-bounce/rules/player";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import type { GeneratedSeason } from "../../apps/server/features/seasons/generator/generate-season.ts";

// Invented answers of the official season API for generated seasons: competition, rounds, matches, squads, season totals.

/** A squad's entry as the API has it. */
export interface ApiSquadEntry {
	player: { id: number; providerId: string; firstName: string; surname: string; dateOfBirth: string | null };
	jumperNumber: number;
	position: string | null;
}

/** The parts of a season's responses, which a test may change before they are requested. */
export interface ApiSeason {
	readonly compSeasons: { id: number; providerId: string; name: string; currentRoundNumber: number }[];
	readonly rounds: { id: number; providerId: string; name: string; roundNumber: number }[];
	readonly matchesByRound: Map<number, ApiMatch[]>;
	readonly squads: Map<number, ApiSquadEntry[]>;
	readonly totalsByYear: Map<number, object[]>;
	/** The number of matches on a page. */
	pageSize: number;
	seasonPageSize: number;
	/** Gets the body for a path; undefined for an unknown one. */
	readonly answer: (path: string) => string | undefined;
}

interface ApiTeam {
	id: number;
	providerId: string;
	name: string;
	abbreviation: string;
	teamType: "WOMEN";
}
interface ApiMatch {
	id: number;
	providerId: string;
	status: string;
	utcStartTime: string | null;
	home: { team: ApiTeam };
	away: { team: ApiTeam };
	venue: { id: number; name: string; timezone: string | null } | null;
	metadata: object;
}

const POSITION_WORDS: Readonly<Record<string, string>> = {
	DEF: "MEDIUM_DEFENDER",
	MID: "MIDFIELDER",
	RUC: "RUCK",
	FWD: "KEY_FORWARD",
};
/** The API has one word for two lines, MIDFIELDER_FORWARD. */
const formatPosition = ([first = "MID", second]: readonly Line[]): string =>
	first === "MID" && second === "FWD" ? "MIDFIELDER_FORWARD" : (POSITION_WORDS[first] ?? "");

function buildTotals({ results }: GeneratedSeason): object[] {
	const lines = [...results.values()].flatMap((result) => result.lines);
	return [...Map.groupBy(lines, ({ playerId }) => playerId)].map(([playerId, played]) => ({
		playerId: `CD_I${playerId}`,
		playerDetails: { givenName: "P", surname: String(playerId) },
		gamesPlayed: played.length,
		totals: Object.fromEntries(
			STAT_KEYS.map((key) => [STATS[key].aflName, played.reduce((sum, { stats }) => sum + stats[key], 0)]),
		),
		averages: {},
	}));
}

/** Builds the answers for a generated season that is about to begin, and the totals of generated previous ones. */
export function buildApiSeason(generated: GeneratedSeason, previous: ReadonlyMap<number, GeneratedSeason>): ApiSeason {
	const year = new Date(generated.matches[0]?.startsAt ?? 0).getUTCFullYear();
	const teams = new Map(
		generated.clubs.map((club, index): [number, ApiTeam] => {
			const { id, name, abbreviation } = club;
			return [id, { id: 20 + index, providerId: `CD_T${id}`, name, abbreviation, teamType: "WOMEN" }];
		}),
	);
	const getTeam = (id: number): ApiTeam => {
		const team = teams.get(id);
		if (!team) throw new Error(`There is no club ${id}`);
		return team;
	};
	const buildMatch = (match: GeneratedSeason["matches"][number]): ApiMatch => ({
		id: 7_000 + match.id,
		providerId: `CD_M${match.id}`,
		status: "UNCONFIRMED_TEAMS",
		utcStartTime: new Date(match.startsAt).toISOString().replace("Z", "+0000"),
		home: { team: { ...getTeam(match.homeSquadId) } },
		away: { team: { ...getTeam(match.awaySquadId) } },
		venue: { id: 1, name: match.venue, timezone: match.timeZone },
		metadata: {},
	});
	const numbers = [...new Set(generated.matches.map(({ roundId }) => roundId))];
	const season: ApiSeason = {
		compSeasons: [year, ...previous.keys()].map((seasonYear) => ({
			id: seasonYear - 1_930,
			providerId: `CD_S${seasonYear}264`,
			name: `${seasonYear} Invented Women's Season`,
			currentRoundNumber: 1,
		})),
		rounds: numbers.map((number) => ({
			id: 1_100 + number,
			providerId: `CD_R${year}264${String(number).padStart(2, "0")}`,
			name: `Round ${number}`,
			roundNumber: number,
		})),
		matchesByRound: new Map(
			numbers.map((number) => [number, generated.matches.filter(({ roundId }) => roundId === number).map(buildMatch)]),
		),
		squads: new Map(
			generated.clubs.map(({ id }) => [
				getTeam(id).id,
				generated.footballers
					.filter(({ squadId }) => squadId === id)
					.map((footballer, index) => ({
						player: {
							id: 40_000 + footballer.id,
							providerId: `CD_I${footballer.id}`,
							firstName: footballer.firstName,
							surname: footballer.lastName,
							dateOfBirth: footballer.birthday,
							heightInCm: 170,
							recruitedFrom: "Elsewhere",
						},
						jumperNumber: index + 1,
						position: formatPosition(footballer.position),
					})),
			]),
		),
		totalsByYear: new Map([...previous].map(([pastYear, past]) => [pastYear, buildTotals(past)])),
		pageSize: 50,
		seasonPageSize: 20,
		answer: (path) => {
			const { pathname, searchParams } = new URL(path, "http://api");
			const name = pathname.replace("/afl/v2", "");
			const totalsYear = /^\/statspro\/playersStats\/seasons\/CD_S(\d{4})264$/.exec(name)?.[1];
			if (totalsYear) return formatBody({ players: season.totalsByYear.get(Number(totalsYear)) });
			if (name === "/competitions/3/compseasons") {
				const { meta, items } = buildPage(season.compSeasons, season.seasonPageSize, searchParams);
				return formatBody({ meta, compSeasons: items });
			}
			const compSeason = season.compSeasons.find(({ id }) => name === `/compseasons/${id}`);
			if (compSeason) return formatBody({ ...compSeason, rounds: season.rounds });
			if (name === "/matches") {
				const matches = season.matchesByRound.get(Number(searchParams.get("roundNumber"))) ?? [];
				const { meta, items } = buildPage(matches, season.pageSize, searchParams);
				return formatBody({ meta, matches: items });
			}
			if (name === "/squads") {
				const team = [...teams.values()].find(({ id }) => id === Number(searchParams.get("teamId")));
				return formatBody({ squad: { compSeason: {}, team, players: season.squads.get(team?.id ?? 0) } });
			}
			return undefined;
		},
	};
	return season;
}

const formatBody = (body: object): string => JSON.stringify(body);

function buildPage<Item>(list: readonly Item[], pageSize: number, search: URLSearchParams) {
	const page = Number(search.get("page") ?? 0);
	const pagination = { page, numPages: Math.ceil(list.length / pageSize), pageSize, numEntries: list.length };
	return { meta: { code: 200, pagination }, items: list.slice(page * pageSize, (page + 1) * pageSize) };
}
