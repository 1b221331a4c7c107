import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { enterDemoConsole } from "../../testing/browser/operator.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

interface DemoPlayer {
	readonly id: number;
	readonly firstName: string;
	readonly lastName: string;
	readonly squad: { readonly name: string };
	readonly status: string;
	readonly statusNote?: string;
	readonly photoVersion: number;
}

type Shown = Pick<BrowserSession, "page" | "errors">;

async function loadPlayers(page: Page): Promise<readonly DemoPlayer[]> {
	const answer = await page.request.get("/json/fantasy/players.json");
	return (await answer.json()) as readonly DemoPlayer[];
}
const getName = ({ firstName, lastName }: DemoPlayer): string => `${firstName} ${lastName}`;

async function confirm(page: Page, button: string): Promise<void> {
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill("as the league told us");
	await dialog.getByRole("button", { name: button }).click();
	await dialog.waitFor({ state: "hidden" });
}

async function changeAvailability({ page, errors }: Shown): Promise<void> {
	const players = (await loadPlayers(page)).filter(({ status }) => status === "uncertain");
	const [injured] = players;
	const club = injured?.squad.name ?? "";
	const otherClubPlayer = players.find(({ squad }) => squad.name !== club);
	if (!injured || !otherClubPlayer) throw new Error("The demo has too few players");

	const list = page.getByLabel("Paste a table from a web page or spreadsheet");
	const preview = page.getByRole("button", { name: "Preview", exact: true });
	await list.fill("no table at all");
	await preview.click();
	await page.getByText("There is no table in that text").waitFor();
	await list.fill(
		[
			"Player\tClub\tInjury\tReturn",
			`${getName(injured)}\t${club}\tHamstring\t2 weeks`,
			`${getName(otherClubPlayer)}\t${club}\tKnee\tTest`,
			"Updated on Tuesday",
		].join("\n"),
	);
	await preview.click();
	const row = page.getByRole("table", { name: "1 player changes." }).getByRole("row", { name: getName(injured) });
	await expect(row).toContainText("Hamstring · 2 weeks");
	await page.getByRole("heading", { name: "1 line needs a decision" }).waitFor();
	await page.getByText("The player of that name is at another club.").waitFor();
	await page.getByText("Not a player row.").waitFor();
	await expectNoProblemsOnPhoneAndDesktop({ page, errors });
	await page.getByRole("combobox", { name: "Player of line 3" }).selectOption(String(otherClubPlayer.id));
	await page.getByRole("table", { name: "2 players change." }).waitFor();
	await page.getByRole("button", { name: "Save 2 players" }).click();
	await confirm(page, "Save 2 players");

	const loadStatuses = async () => {
		const found = new Map((await loadPlayers(page)).map((player) => [player.id, player]));
		return [injured.id, otherClubPlayer.id].map((id) => [found.get(id)?.status, found.get(id)?.statusNote]);
	};
	await expect.poll(loadStatuses).toEqual([
		["injured", "Hamstring · 2 weeks"],
		["uncertain", "Knee · Test"],
	]);
	await page.getByRole("button", { name: "Undo: Injury list, 2 players" }).click();
	await confirm(page, "Undo");
	await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
	await expect.poll(loadStatuses).toEqual([
		["uncertain", undefined],
		["uncertain", undefined],
	]);
	await expectNoProblemsOnPhoneAndDesktop({ page, errors });
}

/** Builds a zip file of uncompressed entries, with only the fields that the console reads. */
function buildZip(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
	const locals: Buffer[] = [];
	const entries: Buffer[] = [];
	let offset = 0;
	for (const [name, content] of files) {
		const label = Buffer.from(name);
		const local = Buffer.alloc(30);
		local.writeUInt32LE(0x04034b50, 0);
		local.writeUInt16LE(label.length, 26);
		const entry = Buffer.alloc(46);
		entry.writeUInt32LE(0x02014b50, 0);
		entry.writeUInt32LE(content.length, 20);
		entry.writeUInt32LE(content.length, 24);
		entry.writeUInt16LE(label.length, 28);
		entry.writeUInt32LE(offset, 42);
		locals.push(local, label, content);
		entries.push(entry, label);
		offset += local.length + label.length + content.length;
	}
	const directory = Buffer.concat(entries);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, directory, end]);
}

async function changePhotos({ page, errors }: Shown): Promise<void> {
	const [first, second] = (await loadPlayers(page)).filter(({ photoVersion }) => photoVersion === 0);
	if (!first || !second) throw new Error("The demo has too few players");
	const photo = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } });
	const files = [
		[`team/${first.id}.png`, photo],
		[`team/${getName(second)}.png`, Buffer.from("no picture")],
		["team/nobody.png", photo],
		["team/notes.txt", Buffer.from("from the club")],
	] as const;
	const chooser = page.getByLabel("A zip file with up to 3,000 photos");
	await chooser.setInputFiles({ name: "broken.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
	await page.getByText("This is not a zip file, or it is damaged.").waitFor();
	await chooser.setInputFiles({ name: "photos.zip", mimeType: "application/zip", buffer: buildZip(files) });
	await page.getByRole("heading", { name: "3 files are left out" }).waitFor();
	await page.getByText("No player has that id or name.").waitFor();
	await page.getByText("Not a PNG, JPEG or WebP.").waitFor();
	await page.getByText("The picture cannot be read.").waitFor();
	await expect(page.getByRole("table", { name: "1 photo matches a player." }).getByRole("rowheader")).toHaveText([
		`team/${first.id}.png`,
	]);
	await expectNoProblemsOnPhoneAndDesktop({ page, errors });
	await page.getByRole("button", { name: "Upload 1 photo" }).click();
	await confirm(page, "Upload 1 photo");
	const loadVersions = async () => {
		const found = new Map((await loadPlayers(page)).map((player) => [player.id, player.photoVersion]));
		return [first.id, second.id].map((id) => found.get(id));
	};
	await expect.poll(async () => (await loadVersions()).map((version) => (version ?? 0) > 0)).toEqual([true, false]);
	await page.getByRole("button", { name: "Undo: Photos, 1 player" }).click();
	await confirm(page, "Undo");
	await expect.poll(loadVersions).toEqual([0, 0]);
	await expectNoProblemsOnPhoneAndDesktop({ page, errors });
}

test.describe("changing many players at once", () => {
	const fixture = setUpServer(() => startDemoServer());

	test("an operator saves and undoes an injury list and photos (D2.9.95, D2.9.96, D2.9.97, D2.9.99, D2.9.113)", async () => {
		const session = await fixture.openSession(PHONE);
		await enterDemoConsole(session.page, "/operator/players?view=bulk");
		await changeAvailability(session);
		await changePhotos(session);
		await session.close();
	});
});
