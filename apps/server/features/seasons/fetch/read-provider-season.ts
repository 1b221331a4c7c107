import { FetchError } from "./fetch-error.ts";
import {
	type CompSeason,
	compSeasonDetail,
	compSeasonList,
	matchPage,
	type ProviderMatch,
	type ProviderRound,
	type ProviderTeam,
	type SquadEntry,
	squadDetail,
} from "./provider-schemas.ts";
import type { SeasonApi } from "./season-api.ts";

/** A season as the provider has it. */
export interface ProviderSeason {
	readonly compSeason: CompSeason;
	/** All years of the competition that the provider lists. */
	readonly compSeasons: readonly CompSeason[];
	readonly rounds: readonly (ProviderRound & { readonly matches: readonly ProviderMatch[] })[];
	/** Every club of the fixture, by its most frequent name, with its players. */
	readonly squads: readonly { readonly team: ProviderTeam; readonly players: readonly SquadEntry[] }[];
}

const PAGE_SIZE = 50;
/** More pages than a round can have; a provider that never ends its pages is stopped. */
const MAX_PAGES = 20;

/** The year of a season such as `CD_S2027264`. */
export const getYear = ({ providerId }: Pick<CompSeason, "providerId">): number =>
	Number(/^CD_S(\d{4})/.exec(providerId)?.[1] ?? 0);

/** The provider's number of the competition, such as 264 in `CD_S2027264`. */
export const getCompetitionNumber = ({ providerId }: Pick<CompSeason, "providerId">): string =>
	providerId.replace(/^CD_S\d{4}/, "");

async function listMatches(api: SeasonApi, seasonId: number, roundNumber: number): Promise<ProviderMatch[]> {
	const matches = new Map<string, ProviderMatch>();
	for (let page = 0; page < MAX_PAGES; page++) {
		const path = `/matches?compSeasonId=${seasonId}&roundNumber=${roundNumber}&pageSize=${PAGE_SIZE}${page > 0 ? `&page=${page}` : ""}`;
		const answer = await api.get(path, matchPage);
		for (const match of answer.matches) matches.set(match.providerId, match);
		const { numPages = 1, numEntries = matches.size } = answer.meta?.pagination ?? {};
		if (page + 1 < numPages) continue;
		if (matches.size >= numEntries) return [...matches.values()];
		throw new FetchError(
			`${path}: ${matches.size} of ${numEntries} matches of round ${roundNumber}`,
			"The provider's list is incomplete. Run the command again later with --refresh.",
		);
	}
	throw new FetchError(`/matches: round ${roundNumber} has over ${MAX_PAGES} pages`, "Check AFL_API_SEASON_URL.");
}

/** Clubs can have another name in some rounds, so the most frequent one counts. */
function listTeams(rounds: ProviderSeason["rounds"]): ProviderTeam[] {
	const sides = rounds
		.flatMap(({ matches }) => matches)
		.flatMap(({ home, away }) => [home?.team, away?.team])
		.filter((team) => team != null);
	return [...Map.groupBy(sides, ({ providerId }) => providerId).values()]
		.flatMap((named) => {
			const byName = [...Map.groupBy(named, ({ name }) => name).values()];
			return byName.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? [];
		})
		.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Asks the provider for a season: its rounds, matches and squads. */
export async function readProviderSeason(
	api: SeasonApi,
	{ competition, year, onProgress }: { competition: number; year: number; onProgress: (line: string) => void },
): Promise<ProviderSeason> {
	const { compSeasons } = await api.get(`/competitions/${competition}/compseasons?pageSize=20`, compSeasonList);
	const compSeason = compSeasons.find((each) => getYear(each) === year);
	if (!compSeason)
		throw new FetchError(
			`competition ${competition} has no season ${year}`,
			`It has ${compSeasons.map(getYear).toSorted().join(", ") || "none"}. With --refresh the provider is asked again.`,
		);
	const detail = await api.get(`/compseasons/${compSeason.id}`, compSeasonDetail);
	const rounds: ProviderSeason["rounds"][number][] = [];
	for (const round of detail.rounds.toSorted((a, b) => a.roundNumber - b.roundNumber)) {
		const matches = await listMatches(api, compSeason.id, round.roundNumber);
		rounds.push({ ...round, matches });
		onProgress(`${round.name}: ${matches.length} matches`);
	}
	const squads: ProviderSeason["squads"][number][] = [];
	for (const team of listTeams(rounds)) {
		const path = `/squads?teamId=${team.id}&compSeasonId=${compSeason.id}&pageSize=1000`;
		const { squad } = await api.get(path, squadDetail);
		squads.push({ team, players: squad.players });
		onProgress(`${team.name}: ${squad.players.length} players`);
	}
	return { compSeason, compSeasons, rounds, squads };
}
