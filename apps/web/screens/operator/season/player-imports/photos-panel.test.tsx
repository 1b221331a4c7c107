import { applyPhotos, previewPhotos, startPhotos, uploadPhoto } from "@first-bounce/contract/operator/player-imports";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeApi, file, stubNodeForms, success } from "../../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../../use-operator-texts.ts";
import { PhotosPanel } from "./photos-panel.tsx";

const Photos = () => {
	useOperatorTexts();
	return <PhotosPanel />;
};

test("several pictures are previewed, uploaded one by one and applied together (D2.9.111)", async () => {
	await stubNodeForms();
	vi.stubGlobal("Blob", (await import("node:buffer")).Blob);
	vi.stubGlobal("createImageBitmap", async (picture: Blob) => {
		if ((await picture.text()) === "broken") throw new DOMException("no picture", "InvalidStateError");
		return { close: () => {} };
	});
	const files = buildSeasonFiles(buildSquad());
	const answerStored = () => success(uploadPhoto, { state: "stored" });
	const { posted } = fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/photos/preview": () =>
			success(previewPhotos, {
				matched: [
					{ file: "1.png", playerId: 1, name: "Pat Player1", squadId: 1, replaces: false },
					{ file: "Pat Player2.png", playerId: 2, name: "Pat Player2", squadId: 1, replaces: true },
					{ file: "3.png", playerId: 3, name: "Tea Meadow", squadId: 1, replaces: false },
				],
				skipped: [
					{
						file: "team.png",
						problem: "unknown-player",
						suggestions: [{ playerId: 3, name: "Tea Meadow", squadId: 1 }],
					},
				],
			}),
		"/operator/photos": () => success(startPhotos, { id: 9 }),
		"/operator/photos/9/players/1": answerStored,
		"/operator/photos/9/players/2": answerStored,
		"/operator/photos/9/apply": () =>
			success(applyPhotos, {
				import: { id: 9, kind: "photos", appliedAt: "2026-09-12T05:00:00.000Z", players: 2, isUndone: false },
			}),
	});
	renderAt("/operator/players", <Photos />);
	const input = await screen.findByLabelText<HTMLInputElement>(/several PNG, JPEG or WebP files/);
	expect(input.multiple).toBe(true);
	const pictures = ["1.png", "Pat Player2.png", "team.png"].map(
		(name, index) => new File(["x".repeat(index + 1)], name, { type: "image/png" }),
	);
	pictures.push(new File(["broken"], "3.png", { type: "image/png" }));
	fireEvent.change(input, { target: { files: pictures } });
	expect((await screen.findByText("2 photos match a player.", { selector: "p" })).getAttribute("role")).toBe("status");
	expect(screen.getByRole("heading", { name: "2 files are left out" })).toBeTruthy();
	expect(screen.getByText("The picture cannot be read.").parentElement?.textContent).toContain("3.png");
	expect(
		screen.getByText(/^No player has that id or name\. Perhaps Tea Meadow \(.+, 3\)\.$/).parentElement?.textContent,
	).toContain("team.png");
	fireEvent.click(screen.getByRole("button", { name: "Upload 2 photos" }));
	fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "media day" } });
	fireEvent.submit(screen.getByLabelText("Reason"));
	await waitFor(() => expect(posted).toHaveLength(5));
	expect(posted.map(({ path }) => path)).toEqual([
		"/operator/photos/preview",
		"/operator/photos",
		"/operator/photos/9/players/1",
		"/operator/photos/9/players/2",
		"/operator/photos/9/apply",
	]);
	expect(posted[0]?.body).toEqual({
		files: [
			{ file: "1.png", bytes: 1 },
			{ file: "Pat Player2.png", bytes: 2 },
			{ file: "team.png", bytes: 3 },
			{ file: "3.png", bytes: 6 },
		],
	});
	expect(posted[4]?.body).toEqual({ reason: "media day" });
});
