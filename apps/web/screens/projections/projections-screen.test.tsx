import type { ProjectionsFile } from "@first-bounce/contract/stats/static-data";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeApi, file } from "../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { ProjectionsScreen } from "./projections-screen.tsx";

const ACCURACY = { scores: 378, error: 15.98, coverage: 0.733, seasonAverageError: 18.91, lastThreeError: 18.91 };

const PROJECTIONS = "/json/fantasy/projections.json";

function open(projections: ProjectionsFile) {
	fakeApi({ [PROJECTIONS]: () => file(projections) });
	renderAt("/projections", <ProjectionsScreen />);
}
const findSection = async (name: string) => {
	const heading = await screen.findByRole("heading", { name });
	return within(heading.closest("section") as HTMLElement);
};
const listCells = (row: HTMLElement) =>
	[...row.querySelectorAll("th, td")].map((cell) => cell.textContent?.replace(/\s+/g, " "));

afterEach(cleanup);

test("each published round shows errors of projections and guesses", async () => {
	const accuracy = { ...ACCURACY, priceError: 15.92 };
	open({ rounds: [{ roundId: 1, ...accuracy }], season: accuracy });
	const season = await findSection("This season");
	const rows = (await season.findAllByRole("row")).map(listCells);
	expect(rows).toEqual([
		["Rd", "Ours", "In range", "Season avg", "Last 3", "Price"],
		["1", "16.0", "73%", "18.9", "18.9", "15.9 (closest)"],
		["All", "16.0", "73%", "18.9", "18.9", "15.9 (closest)"],
	]);
	expect(season.getByText(/We missed by/).parentElement?.textContent).toBe(
		"We missed by 16.0 points on average. 73% of scores fell in our range, which should hold 80%. “Price” was closer than us: it missed by 15.9.",
	);
});

test("the season of 2023, without closer guesses, is shown too", async () => {
	open({ rounds: [], season: null });
	const past = await findSection("Tested on the 2023 season");
	expect(past.getByText(/We missed by/).parentElement?.textContent).toBe(
		"We missed by 14.0 points on average. 80% of scores fell in our range, which should hold 80%. None of the simple guesses was closer.",
	);
	const rows = past.getAllByRole("row").map(listCells);
	expect(rows).toHaveLength(11);
	expect(rows[1]).toEqual(["2", "15.8 (closest)", "74%", "18.9", "18.9", "15.9"]);
	expect(rows[10]).toEqual(["All", "14.0 (closest)", "80%", "14.9", "15.6", "14.3"]);
});

test("before publication the page says so, and requests can be repeated", async () => {
	open({ rounds: [], season: null });
	expect(await screen.findByText(/^Nothing to compare yet/)).toBeDefined();
	cleanup();
	let isDown = true;
	const { requests } = fakeApi({
		[PROJECTIONS]: () => (isDown ? { status: 503, body: {} } : file({ rounds: [], season: null })),
	});
	renderAt("/projections", <ProjectionsScreen />);
	const retry = await screen.findByRole("button", { name: "Try again" });
	expect(screen.queryByText(/^Nothing to compare yet/)).toBeNull();
	const before = requests.length;
	isDown = false;
	fireEvent.click(retry);
	expect(await screen.findByText(/^Nothing to compare yet/)).toBeDefined();
	expect(requests.slice(before)).toEqual([`GET ${PROJECTIONS}`]);
	expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
