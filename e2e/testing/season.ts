import { expect, type Page } from "@playwright/test";
import type { RunningServer } from "./server.ts";

/** How long the season may take to follow its clock on a busy machine. */
const CHANGE_TIMEOUT_MS = 90_000;

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

const file = async <Content>(page: Page, name: string): Promise<Content> =>
	(await page.request.get(`/json/fantasy/${name}.json`)).json();

export const players = (page: Page): Promise<readonly PlayerFile[]> => file(page, "players");
export const nameOf = ({ firstName, lastName }: PlayerFile): string => `${firstName} ${lastName}`;

export async function currentRound(page: Page): Promise<RoundFile> {
	const rounds = await file<RoundFile[]>(page, "rounds");
	const round = rounds.find(({ status }) => status !== "complete");
	if (!round) throw new Error("the season is over");
	return round;
}

/** Moves the season into the current round, to just after its match of that number, counted from 1, has begun. */
export async function playInto(server: RunningServer, page: Page, match: number): Promise<void> {
	const round = await currentRound(page);
	const starts = round.tournaments.map(({ date }) => Date.parse(date)).sort((a, b) => a - b);
	await server.setClock((starts[match - 1] ?? 0) + 60_000);
	await expect.poll(async () => (await currentRound(page)).status, { timeout: CHANGE_TIMEOUT_MS }).toBe("playing");
}

/** Moves the season on to the next round, a day after the last match of this one. */
export async function finishRound(server: RunningServer, page: Page): Promise<void> {
	const round = await currentRound(page);
	await server.setClock(Date.parse(round.endDate) + 86_400_000);
	await expect.poll(async () => (await currentRound(page)).id, { timeout: CHANGE_TIMEOUT_MS }).toBe(round.id + 1);
}

/** Moves the season on to the day after its last match. */
export async function finishSeason(server: RunningServer, page: Page): Promise<void> {
	const getRounds = () => file<RoundFile[]>(page, "rounds");
	const ends = (await getRounds()).map(({ endDate }) => Date.parse(endDate));
	await server.setClock(Math.max(...ends) + 86_400_000);
	const open = async () => (await getRounds()).filter(({ status }) => status !== "complete").length;
	await expect.poll(open, { timeout: CHANGE_TIMEOUT_MS }).toBe(0);
}
