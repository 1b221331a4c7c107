import type { SuccessOf } from "@first-bounce/contract/call";
import { changeDrafts, showOverview, silenceAlert } from "@first-bounce/contract/operator/operator";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { QUIET_OVERVIEW as quiet, quietBackups } from "../../../../../testing/web/quiet-overview.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { OverviewSection } from "./overview.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const Overview = () => {
	useOperatorTexts();
	return <OverviewSection />;
};

const MEGABYTE = 1024 * 1024;

function openOverview(storage: SuccessOf<typeof showOverview>["storage"]) {
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, { ...quiet, storage }) });
	renderAt("/operator", <Overview />);
	return screen.findByText("Nothing to do right now.");
}

test("the overview warns if the disk is full", async () => {
	await openOverview({ state: "full", freeBytes: 0 });
	expect(screen.getByRole("alert").textContent).toBe(
		"The disk is full: nothing can be saved. Free some space on the server's or the database's disk.",
	);
});

test("the overview warns before the disk is full", async () => {
	await openOverview({ state: "low", freeBytes: 300 * MEGABYTE + 1 });
	expect(
		screen.getByText("Only 300 MB free on the server's disk. Once it is full, nothing can be saved."),
	).toBeTruthy();
});

test("the overview has no warning with enough disk space", async () => {
	await openOverview({ state: "ok", freeBytes: 9_000 * MEGABYTE });
	expect(screen.queryByText(/disk/)).toBeNull();
});

test("without a mail server, the overview counts unsent emails", async () => {
	const overview = { ...quiet, hasMailServer: false, waiting: { ...quiet.waiting, dueMails: 7, openMessages: 2 } };
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, overview) });
	renderAt("/operator", <Overview />);
	expect(
		await screen.findByText("No mail server is set up (SMTP_URL). 7 emails are waiting in the outbox."),
	).toBeDefined();
	const link = screen.getByRole("link", { name: "2 messages from the contact form to answer" });
	expect(link.getAttribute("href")).toBe("/operator/messages");
});

test("without a mail server, the overview says what happens to emails", async () => {
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, { ...quiet, hasMailServer: false }) });
	renderAt("/operator", <Overview />);
	expect(await screen.findByText("No mail server is set up (SMTP_URL). Emails will wait in the outbox.")).toBeDefined();
});

test("the overview has no email warning with a mail server", async () => {
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, quiet) });
	renderAt("/operator", <Overview />);
	expect(await screen.findByText("Nothing to do right now.")).toBeDefined();
	expect(screen.queryByText(/No mail server/)).toBeNull();
});

test("the overview links to a newer release [D2.9.805]", async () => {
	const newerRelease = { version: "0.9.0", url: "https://code.example.org/releases/v0.9.0" };
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, { ...quiet, newerRelease }) });
	renderAt("/operator", <Overview />);
	expect(await screen.findByText("First Bounce 0.9.0 is out.")).toBeDefined();
	const link = screen.getByRole("link", { name: "What’s new in it" });
	expect(link.getAttribute("href")).toBe("https://code.example.org/releases/v0.9.0");
});

test("the overview says if a provider refuses and never answered (D1.9.83)", async () => {
	const polledFeed = {
		source: "afl-api",
		lastResponseAt: null,
		failures: 2,
		lastFault: "no token: 403",
		isRefused: true,
	};
	fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, { ...quiet, polledFeed }) });
	renderAt("/operator", <Overview />);
	const alert = await screen.findByRole("alert");
	expect(alert.textContent).toMatch(/^afl-api refuses our requests: no token: 403\. Waiting does not help/);
	expect(alert.textContent).toContain("It has not answered since the server started.");
});

test("the overview shows the last backup, failures, or none", async () => {
	const taken = { at: "2026-09-01T16:30:00.000Z", place: "/srv/backups/one.tar.gz", size: 41 * MEGABYTE };
	const failed = { at: "2026-09-02T16:30:00.000Z", reason: "ENOSPC: no space left on device" };
	const show = async (backups: SuccessOf<typeof showOverview>["backups"]) => {
		fakeApi({ ...quietBackups, "/operator/overview": () => success(showOverview, { ...quiet, backups }) });
		const { unmount } = renderAt("/operator", <Overview />);
		await screen.findByText("Nothing to do right now.");
		const tile = screen.queryByText("Last backup")?.parentElement?.textContent ?? null;
		const notice = screen.queryByText(/back/, { ignore: "dt" })?.textContent ?? null;
		unmount();
		return { tile, notice };
	};
	const withoutFailure = await show({ isDaily: true, taken, failed: null });
	expect(withoutFailure.tile).toMatch(/^Last backup.*41 MB$/);
	expect(withoutFailure.notice).toBeNull();
	expect((await show({ isDaily: true, taken, failed })).notice).toMatch(
		/^The last backup failed: ENOSPC: no space left on device\. /,
	);
	expect((await show({ isDaily: false, taken: null, failed: null })).notice).toBe(
		"This server is not backed up: set BACKUP_TO to a folder on another disk, or to a bucket.",
	);
});

test("the overview shows each alert once, and can silence it (D2.9.141)", async () => {
	const alert = {
		id: 7,
		kind: "storage-low",
		title: "First Bounce is running out of storage",
		text: "Only 300 MB are free on the server's disk. Once it is full, nothing can be saved.",
		help: "Please free some space.",
		beganAt: "2026-09-01T16:30:00.000Z",
		silencedUntil: null,
	};
	const silenced = { ...alert, silencedUntil: "2026-09-02T00:30:00.000Z" };
	let isSilenced = false;
	const storage = { state: "low" as const, freeBytes: 300 * MEGABYTE };
	const bodies: unknown[] = [];
	fakeApi({
		...quietBackups,
		"/operator/overview": () => success(showOverview, { ...quiet, storage, alerts: [isSilenced ? silenced : alert] }),
		"/operator/alerts/7/silence": (body: unknown) => {
			bodies.push(body);
			isSilenced = true;
			return success(silenceAlert, { alert: silenced });
		},
	});
	renderAt("/operator", <Overview />);
	const notice = await screen.findByText(/Only 300 MB are free/);
	expect(notice.textContent).toContain("First Bounce is running out of storage. Only 300 MB are free");
	expect(notice.textContent).toContain("Please free some space.");
	expect(screen.getAllByText(/300 MB/)).toHaveLength(1);
	fireEvent.click(screen.getByRole("button", { name: "Silence: First Bounce is running out of storage" }));
	fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "new disk today" } });
	fireEvent.click(screen.getByRole("button", { name: "Silence" }));
	expect(await screen.findByText(/No messages until/)).toBeDefined();
	expect(bodies).toEqual([{ hours: 8, reason: "new disk today" }]);
});

test("live drafts can be paused from the overview [D2.9.370]", async () => {
	let sent: unknown;
	const drafts = { live: 3, paused: 0, scheduled: 1, overdue: 0 };
	fakeApi({
		...quietBackups,
		"/operator/overview": () => success(showOverview, { ...quiet, drafts }),
		"/operator/drafts": (body) => {
			sent = body;
			return success(changeDrafts, { drafts: 3 });
		},
	});
	renderAt("/operator", <Overview />);
	expect(await screen.findByText("0 paused, 1 scheduled")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "Pause all" }));
	fireEvent.change(screen.getByLabelText(/reason/i), { target: { value: "New disk" } });
	fireEvent.click(screen.getAllByRole("button", { name: "Pause all" }).at(-1) ?? document.body);
	await waitFor(() => expect(sent).toEqual({ action: "pause", reason: "New disk" }));
});
