import type { Page } from "@playwright/test";
import { getCurrentRound, getPlayers } from "./season.ts";

/** Field 4/4/1/4, one of each on the bench, and a utility that scores, as in leagues of ten or more teams. */
const SQUAD = {
	field: { DEF: 4, MID: 4, RUC: 1, FWD: 4 },
	bench: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
	utilityScores: true,
	limits: { DEF: 6, MID: 6, RUC: 2, FWD: 6 },
};
/** The lines of a squad's players, in the order in which they are picked. */
const PICKED_LINES = [
	...["DEF", "MID", "RUC", "FWD"].flatMap((line) => Array<string>(line === "RUC" ? 2 : 5).fill(line)),
	"MID",
];

type Requests = Pick<Page, "request">;

async function post<Success>({ request }: Requests, path: string, data: object): Promise<Success> {
	const response = await request.post(`/api/en${path}`, { data });
	if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
	return (await response.json()).success;
}

interface Seat {
	readonly teamId: number;
	readonly manager: object | null;
}

/** Creates a draft league of the signed-in manager, other managers and robots, four in all. Managers come first in the list. */
export async function createDraftLeague(
	page: Requests,
	name: string,
	{ draft = {}, others = [] }: { readonly draft?: object; readonly others?: readonly Page[] } = {},
): Promise<{ readonly id: number; readonly teamIds: readonly number[] }> {
	const { id: startId } = await getCurrentRound(page);
	const form = { name, startId, privacy: "private", class: "draft", size: 4, draft: { squad: SQUAD, ...draft } };
	const { league } = await post<{ league: { id: number; code: string } }>(page, "/fantasy/league", form);
	for (const other of others) await post(other, `/fantasy/league/${league.code}/join`, {});
	await post(page, `/draft/draft-process/${league.id}/robots`, {});
	const board = await page.request.get(`/api/en/draft/draft-process/${league.id}/draft-board`);
	const { seats }: { seats: readonly Seat[] } = (await board.json()).success;
	const ownFirst = seats.toSorted((a, b) => Number(b.manager !== null) - Number(a.manager !== null));
	return { id: league.id, teamIds: ownFirst.map(({ teamId }) => teamId) };
}

/** Starts the draft of a league in which the manager who created it is on the clock. */
export async function startDraft(
	page: Requests,
	{ id, teamIds }: { readonly id: number; readonly teamIds: readonly number[] },
): Promise<void> {
	await post(page, `/draft/draft-process/${id}/order`, { method: "manual", teamIds });
	await post(page, `/draft/draft-process/${id}/start`, {});
}

/** Creates a draft league and enters a draft. Managers get the dearest players of each position. */
export async function createDraftedLeague(
	page: Requests,
	name: string,
	options: Parameters<typeof createDraftLeague>[2] = {},
): Promise<{ readonly id: number }> {
	const league = await createDraftLeague(page, name, options);
	const free = (await getPlayers(page))
		.filter(({ position, status }) => position.length === 1 && !["injured", "not-playing"].includes(status))
		.toSorted((a, b) => b.cost - a.cost);
	const rows = PICKED_LINES.flatMap((line) =>
		league.teamIds.map((teamId) => {
			const [player] = free.splice(
				free.findIndex(({ position }) => position[0] === line),
				1,
			);
			return `${teamId},${player?.id ?? 0}`;
		}),
	);
	const entry = await post<{ isEntered: boolean; errors: object[] }>(page, `/draft/draft-process/${league.id}/enter`, {
		csv: rows.join("\n"),
	});
	if (!entry.isEntered) throw new Error(JSON.stringify(entry.errors));
	return league;
}
