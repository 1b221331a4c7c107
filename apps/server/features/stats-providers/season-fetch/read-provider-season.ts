import type { z } from "zod";
import { FetchError } from "./fetch-error.ts";
import {
	type CompSeason,
	compSeasonDetail,
	compSeasonList,
	matchPage,
	type Page,
	type ProviderMatch,
	type ProviderRound,
	type ProviderTeam,
	type SquadEntry,
	squadDetail,
} from "./provider-schemas.ts";
import type { SeasonApi } from "./season-api.ts";

export interface ProviderSeason {
	readonly compSeason: CompSeason;
	/** All seasons of the competition that the provider lists. */
	readonly compSeasons: readonly CompSeason[];
	readonly rounds: readonly (ProviderRound & { readonly matches: readonly ProviderMatch[] })[];
	/** Every club of the fixture, by its most frequent name, with its players. */
	readonly squads: readonly { readonly team: ProviderTeam; readonly players: readonly SquadEntry[] }[];
	/** Entries that could not be used, with their place. */
	readonly notes: readonly string[];
}

const SEASON_PAGE_SIZE = 20;
const MATCH_PAGE_SIZE = 50;
/** More pages than any list has, so that a fetch ends even if the provider always announces another page. */
const MAX_PAGES = 20;

/** Gets the year of a season such as `CD_S2027264`. */
export const getYear = ({ providerId }: Pick<CompSeason, "providerId">): number =>
	Number(/^CD_S(\d{4})/.exec(providerId)?.[1] ?? 0);

/** Gets the provider's number of the competition, such as 264 in `CD_S2027264`. */
export const getCompetitionNumber = ({ providerId }: Pick<CompSeason, "providerId">): string =>
	providerId.replace(/^CD_S\d{4}/, "");

interface ListOptions<Answer, Item> {
	readonly schema: z.ZodType<Answer>;
	readonly getList: (answer: Answer) => { readonly items: readonly Item[]; readonly problems: readonly string[] };
	readonly notes: string[];
	/** What is listed, such as `matches of round 2`. */
	readonly about: string;
}

export const formatLeftOut = (about: string, problems: readonly string[]): string[] =>
	problems.map((problem) => `${about}: ${problem}, so it was left out`);

/** Asks for all pages of a list. */
async function listPages<Answer extends Page, Item extends { readonly providerId: string }>(
	api: SeasonApi,
	listPath: string,
	{ schema, getList, notes, about }: ListOptions<Answer, Item>,
): Promise<Item[]> {
	const items = new Map<string, Item>();
	/** How many entries `items` lacks, because they cannot be used or are repeated on their page. */
	let leftOutCount = 0;
	for (let page = 0; page < MAX_PAGES; page++) {
		const path = `${listPath}${page > 0 ? `&page=${page}` : ""}`;
		const answer = await api.get(path, schema);
		const list = getList(answer);
		for (const item of list.items) items.set(item.providerId, item);
		notes.push(...formatLeftOut(about, list.problems));
		const countOnPage = new Set(list.items.map(({ providerId }) => providerId)).size;
		leftOutCount += list.problems.length + list.items.length - countOnPage;
		const { numPages = 1, numEntries = items.size } = answer.meta?.pagination ?? {};
		if (page + 1 < numPages) continue;
		if (items.size + leftOutCount >= numEntries) return [...items.values()];
		throw new FetchError(
			`${path}: ${items.size} of ${numEntries} ${about}`,
			"The provider's list is incomplete. Run the command again later with --refresh.",
		);
	}
	throw new FetchError(`${listPath}: over ${MAX_PAGES} pages of ${about}`, "Check AFL_API_SEASON_URL.");
}

/** Lists each club once, with its most frequent name, because its name can differ between rounds. */
function listTeams(rounds: ProviderSeason["rounds"]): ProviderTeam[] {
	const sides = rounds
		.flatMap(({ matches }) => matches)
		.flatMap(({ home, away }) => [home?.team, away?.team])
		.flatMap((team) => (team?.id && team.name ? [{ ...team, id: team.id, name: team.name }] : []));
	return [...Map.groupBy(sides, ({ providerId }) => providerId).values()]
		.flatMap((sidesOfClub) => {
			const byName = [...Map.groupBy(sidesOfClub, ({ name }) => name).values()];
			return byName.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? [];
		})
		.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Asks the provider for a season: its rounds, matches and squads. */
export async function readProviderSeason(
	api: SeasonApi,
	{ competition, year, onProgress }: { competition: number; year: number; onProgress: (line: string) => void },
): Promise<ProviderSeason> {
	const notes: string[] = [];
	const compSeasons = await listPages(api, `/competitions/${competition}/compseasons?pageSize=${SEASON_PAGE_SIZE}`, {
		schema: compSeasonList,
		getList: (answer) => answer.compSeasons,
		notes,
		about: `seasons of competition ${competition}`,
	});
	const compSeason = compSeasons.find((compSeason) => getYear(compSeason) === year);
	if (!compSeason)
		throw new FetchError(
			`competition ${competition} has no season ${year}`,
			`It has ${compSeasons.map(getYear).toSorted().join(", ") || "none"}. With --refresh the provider is asked again.`,
		);
	const detail = await api.get(`/compseasons/${compSeason.id}`, compSeasonDetail);
	const rounds: ProviderSeason["rounds"][number][] = [];
	notes.push(...formatLeftOut("rounds", detail.rounds.problems));
	for (const round of detail.rounds.items.toSorted((a, b) => a.roundNumber - b.roundNumber)) {
		const { roundNumber } = round;
		const path = `/matches?compSeasonId=${compSeason.id}&roundNumber=${roundNumber}&pageSize=${MATCH_PAGE_SIZE}`;
		const matches = await listPages(api, path, {
			schema: matchPage,
			getList: (answer) => answer.matches,
			notes,
			about: `matches of round ${roundNumber}`,
		});
		rounds.push({ ...round, matches });
		onProgress(`${round.name}: ${matches.length} matches`);
	}
	const squads: ProviderSeason["squads"][number][] = [];
	for (const team of listTeams(rounds)) {
		const path = `/squads?teamId=${team.id}&compSeasonId=${compSeason.id}&pageSize=1000`;
		const { squad } = await api.get(path, squadDetail);
		const { items: players, problems } = squad?.players ?? { items: [], problems: [] };
		squads.push({ team, players });
		notes.push(...formatLeftOut(`players of ${team.name}`, problems));
		onProgress(`${team.name}: ${players.length} players`);
	}
	return { compSeason, compSeasons, rounds, squads, notes };
}
