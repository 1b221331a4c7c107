import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { ScoreAnnouncer } from "./header-tiles.tsx";

let setPoints: (points: number) => void = () => undefined;
const Host = () => {
	const [points, set] = useState(1_042);
	setPoints = set;
	return <ScoreAnnouncer points={points} />;
};

test("a live score that has changed is announced every half minute [D2.9.756]", () => {
	vi.useFakeTimers();
	renderAt("/team", <Host />);
	const region = screen.getByRole("paragraph");
	expect([region.getAttribute("aria-live"), region.textContent]).toEqual(["polite", ""]);
	const listen = (milliseconds: number) => {
		act(() => vi.advanceTimersByTime(milliseconds));
		return region.textContent;
	};
	expect(listen(60_000)).toBe("");
	act(() => setPoints(1_051));
	expect([listen(29_000), listen(1_000)]).toEqual(["", "Live score: 1,051"]);
	act(() => setPoints(1_060));
	act(() => setPoints(1_066));
	expect(listen(30_000)).toBe("Live score: 1,066");
});
