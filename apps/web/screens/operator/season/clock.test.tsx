import { showClock } from "@first-bounce/contract/clock";
import { setClock } from "@first-bounce/contract/operator/season";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { ClockPanel } from "./clock.tsx";

const NOW = "2026-08-28T09:00:00.000Z";
const clock = { seasonTime: NOW, wallTime: NOW, speed: 0, isDemo: false, playingRoundId: null };

const Panel = () => {
	useOperatorTexts();
	return <ClockPanel kind="rehearsal" />;
};

test("a second press while the clock is being moved does nothing", async () => {
	const answer = Promise.withResolvers<void>();
	const { posted } = fakeApi({
		"/season/clock": () => success(showClock, clock),
		"/operator/clock": async () => {
			await answer.promise;
			return success(setClock, clock);
		},
	});
	renderAt("/operator", <Panel />);
	const skip = await screen.findByRole("button", { name: "Skip to the next lock" });
	fireEvent.click(skip);
	await waitFor(() => expect(skip.getAttribute("aria-busy")).toBe("true"));
	fireEvent.click(skip);
	fireEvent.click(screen.getByRole("button", { name: "× 60" }));
	answer.resolve();
	await waitFor(() => expect(skip.getAttribute("aria-busy")).toBeNull());
	expect(posted).toEqual([{ path: "/operator/clock", body: { action: "next" } }]);
});
