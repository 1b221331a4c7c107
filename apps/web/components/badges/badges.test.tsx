import { readFileSync } from "node:fs";
import path from "node:path";
import { PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { StatusBadge } from "./badges.tsx";

const readCss = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), "utf8");
const rules = readCss("badges.module.css");
const tokens = readCss("../../styles/tokens.css");
/** The light-theme colour of a status, read from the style sheet and the tokens. */
function getColour(status: string): string {
	const statusRule = [
		...rules.matchAll(/((?:\.status\[data-status="[\w-]+"\],?\s*)+)\{\s*--dot: var\((--[\w-]+)\)/g),
	].find(([, selector]) => selector?.includes(`"${status}"`))?.[2];
	const token = statusRule ?? /\.status \{\s*--dot: var\((--[\w-]+)\)/.exec(rules)?.[1];
	return new RegExp(`${token}: (?:light-dark\\()?(#[\\da-f]{6})`).exec(tokens)?.[1] ?? "";
}

test("playing is green, uncertain orange, every other status dark grey (D1.9.30, D1.9.31, D1.9.32)", () => {
	const colours = Object.fromEntries(PLAYER_STATUSES.map((status) => [status, getColour(status)]));
	const grey = "#4a5269";
	expect(colours).toEqual({
		playing: "#0c8f5c",
		uncertain: "#e07b00",
		emergency: grey,
		injured: grey,
		"not-playing": grey,
	});
});

const renderStatus = (status: PlayerStatus) => {
	const { container, unmount } = renderAt("/", <StatusBadge status={status} />);
	const shownStatus = container.querySelector("[data-status]")?.getAttribute("data-status");
	unmount();
	return shownStatus;
};

test("each of the five statuses has a badge (D1.3.62)", () => {
	expect(PLAYER_STATUSES.toSorted()).toEqual(["emergency", "injured", "not-playing", "playing", "uncertain"]);
	expect(PLAYER_STATUSES.map(renderStatus)).toEqual([...PLAYER_STATUSES]);
});

test("an unknown status is shown as uncertain (D1.3.70)", () => {
	expect(renderStatus("resting" as PlayerStatus)).toBe("uncertain");
});
