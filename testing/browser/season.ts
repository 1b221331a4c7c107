import { expect, type Page } from "@playwright/test";
import { DAY_MS, MINUTE_MS } from "../../packages/rules/durations.ts";
import type { RunningServer } from "./server.ts";

/** How long the server may take to follow a change of its clock on a busy machine. */
const CHANGE_TIMEOUT_MS = 150_000;

interface RoundFile {
	readonly id: number;
	readonly status: string;
	readonly endDate: string;
	readonly tournaments: readonly { readonly date: string; readonly status: string }[];
}
export interface PlayerFile {
	readonly id: number;
	readonly firstName: string;
	readonly lastName: string;
	readonly squadId: number;
	readonly position: readonly string[];
	readonly cost: number;
	readonly status: string;
}

const getFile = async <Content>(page: Pick<Page, "request">, name: string): Promise<Content> =>
	(await page.request.get(`/json/fantasy/${name}.json`)).json();

export const getPlayers = (page: Pick<Page, "request">): Promise<readonly PlayerFile[]> => getFile(page, "players");
export const getFullName = ({ firstName, lastName }: PlayerFile): string => `${firstName} ${lastName}`;

export async function getCurrentRound(page: Pick<Page, "request">): Promise<RoundFile> {
	const rounds = await getFile<RoundFile[]>(page, "rounds");
	const round = rounds.find(({ status }) => status !== "complete");
	if (!round) throw new Error("The season is over");
	return round;
}

/** Moves the season to the start of a match of the current round; `match` counts from 1. */
export async function moveToMatch(server: RunningServer, page: Pick<Page, "request">, match: number): Promise<void> {
	const round = await getCurrentRound(page);
	const starts = round.tournaments.map(({ date }) => Date.parse(date)).sort((a, b) => a - b);
	await server.setClock((starts[match - 1] ?? 0) + MINUTE_MS);
	await expect.poll(async () => (await getCurrentRound(page)).status, { timeout: CHANGE_TIMEOUT_MS }).toBe("playing");
}

/** Moves the season to a day after the end of the current round, and waits for the next round. */
export async function finishRound(server: RunningServer, page: Pick<Page, "request">): Promise<void> {
	const round = await getCurrentRound(page);
	await server.setClock(Date.parse(round.endDate) + DAY_MS);
	await expect.poll(async () => (await getCurrentRound(page)).id, { timeout: CHANGE_TIMEOUT_MS }).toBe(round.id + 1);
}

/** Moves the season to the day after its last match. */
export async function finishSeason(server: RunningServer, page: Page): Promise<void> {
	const getRounds = () => getFile<RoundFile[]>(page, "rounds");
	const ends = (await getRounds()).map(({ endDate }) => Date.parse(endDate));
	await server.setClock(Math.max(...ends) + DAY_MS);
	const countOpenRounds = async () => (await getRounds()).filter(({ status }) => status !== "complete").length;
	await expect.poll(countOpenRounds, { timeout: CHANGE_TIMEOUT_MS }).toBe(0);
}
