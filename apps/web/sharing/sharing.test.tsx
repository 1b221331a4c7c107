import { shareMatchUp, shareTeam } from "@first-bounce/contract/site/share";
import { decodeShare } from "@first-bounce/contract/site/share-link";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../testing/web/fake-api.ts";
import { stubClipboard, stubShareSheet } from "../../../testing/web/navigator.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { ShareButtons } from "../components/share/share-buttons.tsx";
import { ShareSnapshotButton } from "./share-snapshot-button.tsx";
import { ShareSnapshotDialog } from "./share-snapshot-dialog.tsx";
import { buildLeagueShareUrl } from "./share-url.ts";

const SNAPSHOT = { id: "abcdefghijklmnopqrstuv", roundId: 4, hidden: 0, timestamp: 1_700_000_000_000 };
const device = { isSmall: false };

beforeEach(() => {
	device.isSmall = false;
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({
		addEventListener: noop,
		removeEventListener: noop,
		get matches() {
			return device.isSmall;
		},
	}));
});
afterEach(() => {
	stubClipboard();
	stubShareSheet();
});

const openDialog = () => {
	const api = fakeApi({ "/share/team/4": () => success(shareTeam, { snapshot: SNAPSHOT }) });
	renderAt(
		"/team",
		<ShareSnapshotDialog target={{ type: "team", roundId: 4 }} teamName="Kit Bag" onClose={() => undefined} />,
	);
	return api;
};
const readShownAddress = async () => {
	const field = await screen.findByLabelText<HTMLInputElement>("Link to share");
	await waitFor(() => expect(field.value).toContain("/share/team/"));
	return field.value;
};

describe("sharing the user's team", () => {
	test("creates a snapshot, and links to its page and preview picture (D2.3.44)", async () => {
		const { requests } = openDialog();
		const address = await readShownAddress();
		expect(requests).toContain("POST /share/team/4");
		expect(decodeShare("team", address.split("/").at(-1) ?? "")).toEqual({
			type: "team",
			timestamp: SNAPSHOT.timestamp,
			round: 4,
			snapshot: SNAPSHOT.id,
		});
		expect(screen.getByAltText<HTMLImageElement>("Link preview").src).toBe(`${address}.png`);
	});

	test("says that the picture is being drawn until it is loaded", async () => {
		openDialog();
		await readShownAddress();
		const picture = screen.getByAltText("Link preview");
		expect(screen.getByText("Creating your picture…")).toBeDefined();
		expect(picture.parentElement?.getAttribute("aria-busy")).toBe("true");
		fireEvent.load(picture);
		expect(screen.queryByText("Creating your picture…")).toBeNull();
		expect(picture.parentElement?.getAttribute("aria-busy")).toBe("false");
	});

	test("offers to load the picture again, and keeps the link", async () => {
		openDialog();
		const address = await readShownAddress();
		fireEvent.error(screen.getByAltText("Link preview"));
		expect(screen.getByText("The picture couldn't be loaded. Your link still works.")).toBeDefined();
		expect(await readShownAddress()).toBe(address);
		fireEvent.click(screen.getByRole("button", { name: "Try again" }));
		fireEvent.load(screen.getByAltText("Link preview"));
		expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
	});

	test("shows why there is no link", async () => {
		fakeApi({ "/share/team/4": () => refusal(404, "team-not-in-round", "This team was not in round 4") });
		renderAt(
			"/team",
			<ShareSnapshotDialog target={{ type: "team", roundId: 4 }} teamName="Kit Bag" onClose={() => undefined} />,
		);
		expect(await screen.findByText("This team was not in round 4")).toBeDefined();
	});

	test("copying shows Copy, Copying... and Copied!, then Copy again (D2.2.56, D2.2.57, D2.2.58)", async () => {
		openDialog();
		const address = await readShownAddress();
		let finish: () => void = () => undefined;
		const copied: string[] = [];
		stubClipboard((text) => {
			copied.push(text);
			return new Promise((resolve) => {
				finish = resolve;
			});
		});
		vi.useFakeTimers({ shouldAdvanceTime: true });
		fireEvent.click(screen.getByRole("button", { name: "Copy" }));
		expect(screen.getByRole("button", { name: "Copying..." })).toBeDefined();
		await act(async () => finish());
		expect(screen.getByRole("button", { name: "Copied!" })).toBeDefined();
		expect(copied).toEqual([address]);
		act(() => void vi.advanceTimersByTime(5_000));
		expect(screen.getByRole("button", { name: "Copy" })).toBeDefined();
	});

	test.each([
		["there is no clipboard", undefined],
		["the browser denies access to it", () => Promise.reject(new DOMException("Denied", "NotAllowedError"))],
	])("copying shows Failed to copy if %s (D1.9.57, D2.2.59, D2.4.29, D2.8.06)", async (_, writeText) => {
		stubClipboard(writeText);
		openDialog();
		await readShownAddress();
		fireEvent.click(screen.getByRole("button", { name: "Copy" }));
		expect(await screen.findByRole("button", { name: "Failed to copy" })).toBeDefined();
	});
});

describe("showing the team before it locks", () => {
	const openBeforeLock = () => {
		const api = fakeApi({
			"/share/team/4": (body) => {
				const { showsTeam } = body as { showsTeam: boolean };
				const id = showsTeam ? "shown-shown-shown-shown" : SNAPSHOT.id;
				return success(shareTeam, { snapshot: { ...SNAPSHOT, id, hidden: showsTeam ? 0 : 16 } });
			},
		});
		const page = renderAt(
			"/team",
			<ShareSnapshotDialog target={{ type: "team", roundId: 4 }} teamName="Kit Bag" onClose={() => undefined} />,
		);
		return { ...api, ...page };
	};
	const getSnapshot = (address: string) => decodeShare("team", address.split("/").at(-1) ?? "")?.snapshot;

	test("is a choice that is off each time, with its own link (D2.9.41)", async () => {
		const { posted, unmount } = openBeforeLock();
		const choice = await screen.findByRole("checkbox", { name: /^Show my team before it locks/ });
		expect((choice as HTMLInputElement).checked).toBe(false);
		expect(screen.getByText(/Everyone with this link sees your team and captain as they are now/)).toBeDefined();
		expect(getSnapshot(await readShownAddress())).toBe(SNAPSHOT.id);
		fireEvent.click(choice);
		await waitFor(async () => expect(getSnapshot(await readShownAddress())).toBe("shown-shown-shown-shown"));
		expect(posted.map(({ body }) => body)).toEqual([{ showsTeam: false }, { showsTeam: true }]);
		unmount();
		openBeforeLock();
		const again = await screen.findByRole("checkbox");
		expect((again as HTMLInputElement).checked).toBe(false);
		expect(getSnapshot(await readShownAddress())).toBe(SNAPSHOT.id);
	});

	test("is not offered once every player is locked (D2.9.41)", async () => {
		openDialog();
		await readShownAddress();
		expect(screen.queryByRole("checkbox")).toBeNull();
	});
});

test("a snapshot is shared by networks, share sheet or copied link (D2.3.45)", async () => {
	const listChannels = () =>
		screen
			.getAllByRole("button")
			.map((button) => button.textContent)
			.filter((text) => text !== "");
	openDialog();
	await readShownAddress();
	expect(listChannels()).toEqual(["Facebook", "Twitter", "Copy", "Done"]);
	cleanup();
	device.isSmall = true;
	stubShareSheet(async () => undefined);
	openDialog();
	await readShownAddress();
	expect(listChannels()).toEqual(["Share", "Copy", "Done"]);
});

test("the link is made before the dialog opens, and once [D2.9.753]", async () => {
	const { requests } = fakeApi({ "/share/team/4": () => success(shareTeam, { snapshot: SNAPSHOT }) });
	renderAt("/team", <ShareSnapshotButton target={{ type: "team", roundId: 4 }} teamName="Kit Bag" />);
	const button = screen.getByRole("button", { name: "Share" });
	fireEvent.pointerEnter(button);
	fireEvent.focus(button);
	await waitFor(() => expect(requests).toEqual(["POST /share/team/4"]));
	expect(screen.queryByRole("dialog")).toBeNull();
	fireEvent.click(button);
	await readShownAddress();
	expect(requests).toEqual(["POST /share/team/4"]);
});

test("a match-up is linked as a result, and has a story [D2.9.751, D2.9.752]", async () => {
	fakeApi({ "/share/league/7/4": () => success(shareMatchUp, { snapshot: SNAPSHOT }) });
	const target = { type: "matchup", leagueId: 7, roundId: 4 } as const;
	renderAt("/", <ShareSnapshotDialog target={target} teamName="Kit Bag" onClose={() => undefined} />);
	const story = await screen.findByRole("link", { name: "Save story" });
	const { pathname } = new URL((story as HTMLAnchorElement).href);
	expect(pathname).toMatch(/^\/share\/result\/[\w-]+\.story\.png$/);
	expect(screen.getByText(/both teams' names, their scores and the league's name/)).toBeDefined();
});

describe("share buttons", () => {
	const link = buildLeagueShareUrl("ABC234", 1_700_000_000_000);
	const show = () => renderAt("/", <ShareButtons link={link} text="Join us" />);

	test("a league's share link contains its code (D2.7.43)", () => {
		expect(decodeShare("league", link.split("/").at(-1) ?? "")).toMatchObject({ leagueCode: "ABC234" });
	});

	test("Facebook and Twitter open in a window of 626 by 436 (D2.1.24, D2.2.66, D2.3.45, D2.4.28, D2.9.15)", () => {
		const opened: string[][] = [];
		vi.stubGlobal("open", (...how: string[]) => void opened.push(how));
		show();
		fireEvent.click(screen.getByRole("button", { name: "Facebook" }));
		fireEvent.click(screen.getByRole("button", { name: "Twitter" }));
		expect(opened.map(([address = ""]) => new URL(address).host)).toEqual(["www.facebook.com", "twitter.com"]);
		for (const [address = "", , features] of opened) {
			expect(address).toContain(encodeURIComponent(link));
			expect(features).toMatch(/width=626,height=436/);
		}
	});

	test("a small device with native sharing has one Share button (D2.2.65, D2.1.24)", async () => {
		device.isSmall = true;
		const shared: ShareData[] = [];
		stubShareSheet(async (data) => void shared.push(data));
		show();
		expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Share"]);
		fireEvent.click(screen.getByRole("button", { name: "Share" }));
		await waitFor(() => expect(shared).toEqual([{ url: link, text: "Join us" }]));
	});
});
