import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { site } from "../../app/site.ts";
import { AD_SLOTS, AdSlot, type AdSlotName, Leaderboard } from "./ad-slot.tsx";

const getFrames = () => screen.getAllByTitle<HTMLIFrameElement>("Advertisement");

test("every ad slot reserves its size and is sandboxed", () => {
	for (const slot of Object.keys(AD_SLOTS) as AdSlotName[]) {
		const { unmount } = renderAt("/", <AdSlot slot={slot} />);
		const [frame] = getFrames();
		expect([frame?.width, frame?.height]).toEqual([String(AD_SLOTS[slot].width), String(AD_SLOTS[slot].height)]);
		expect(frame?.getAttribute("loading")).toBe("lazy");
		expect(frame?.getAttribute("sandbox")).toContain("allow-scripts");
		expect(frame?.getAttribute("sandbox")).not.toContain("allow-same-origin");
		unmount();
	}
});

test("leaderboards have a desktop and a mobile frame (D2.2.96, D2.2.97, D2.1.38)", () => {
	renderAt(
		"/",
		<>
			<Leaderboard slot="top-leaderboard" at="top" />
			<Leaderboard slot="bottom-leaderboard" at="bottom" />
			<AdSlot slot="side-rectangle" on="wide" />
		</>,
	);
	expect(getFrames().map((frame) => new URL(frame.src).pathname)).toEqual([
		"/ads/top-lb.html",
		"/ads/top-lb-mob.html",
		"/ads/bottom-lb.html",
		"/ads/bottom-lb-mob.html",
		"/ads/side-rectangle.html",
	]);
	expect(getFrames().map(({ width, height }) => `${width} × ${height}`)).toEqual([
		"728 × 90",
		"320 × 50",
		"728 × 90",
		"320 × 50",
		"300 × 250",
	]);
	const reserved = [...document.querySelectorAll<HTMLElement>("[data-slot]")].map(({ style }) => style.height);
	expect(reserved).toEqual(["90px", "50px", "90px", "50px", "250px"]);
});

test("a frame's URL names the page, but never a league code (D2.1.38)", () => {
	for (const [path, src] of [
		["/leagues/create", "/ads/top-lb.html?on=%2Fleagues%2Fcreate"],
		["/leagues/join/ABC234", "/ads/top-lb.html"],
	] as const) {
		const { unmount } = renderAt(path, <AdSlot slot="top-leaderboard" />);
		expect(getFrames()[0]?.getAttribute("src")).toBe(src);
		unmount();
	}
});

test("a placeholder reserves the space and loads nothing", () => {
	const { container } = renderAt("/", <Leaderboard slot="top-leaderboard" at="top" isPlaceholder />);
	expect(container.querySelector<HTMLElement>("[data-slot=top-leaderboard]")?.style.height).toBe("90px");
	expect(screen.queryByTitle("Advertisement")).toBeNull();
});

test("nothing is rendered where the site has no ads (D2.2.98)", () => {
	vi.spyOn(site, "hasAds", "get").mockReturnValue(false);
	renderAt("/", <Leaderboard slot="top-leaderboard" at="top" />);
	expect(screen.queryByTitle("Advertisement")).toBeNull();
});
