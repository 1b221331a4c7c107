import { uploadStats } from "@first-bounce/contract/operator/feeds";
import { previewSeason } from "@first-bounce/contract/operator/season/season-import";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ImportDialog } from "../season/imports/import-dialog.tsx";
import { AvailabilityPanel } from "../season/player-imports/availability-panel.tsx";
import { StatsUpload } from "../stats/stats-upload.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { FileField } from "./file-field.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
	fakeApi({});
});

const Page = ({ children }: { readonly children: ReactNode }) => {
	useOperatorTexts();
	return children;
};

const createFile = (name: string, text = "x") => new File([text], name);

/** A file that was removed after it was chosen. */
function createUnreadable(name: string): File {
	const file = createFile(name);
	const fail = async () => {
		throw new DOMException("A requested file could not be found", "NotFoundError");
	};
	return Object.assign(file, { arrayBuffer: fail, slice: () => ({ arrayBuffer: fail }) });
}

const choose = (field: HTMLElement, ...files: File[]) => fireEvent.change(field, { target: { files } });
const GONE = /^round\.csv cannot be read\./;

test("an unreadable stats file is named, and no earlier one sent", async () => {
	const { posted } = fakeApi({ "/operator/feeds/stats": () => success(uploadStats, {} as never) });
	renderAt(
		"/operator/feeds",
		<Page>
			<StatsUpload onUploaded={() => undefined} />
		</Page>,
	);
	fireEvent.click(await screen.findByRole("button", { name: "Upload stats" }));
	const field = screen.getByLabelText(/^A CSV file with the columns/);
	fireEvent.change(screen.getByRole("textbox", { name: /^Reason/ }), { target: { value: "the feed is down" } });
	choose(field, createFile("earlier.csv", "player_id,kicks\n1,2\n"));
	const upload = screen.getByRole<HTMLButtonElement>("button", { name: "Upload" });
	await waitFor(() => expect(upload.disabled).toBe(false));
	choose(field, createUnreadable("round.csv"));
	expect((await screen.findByText(GONE)).closest("[role=alert]")).toBeTruthy();
	expect(upload.disabled).toBe(true);
	fireEvent.submit(field);
	expect(posted).toEqual([]);
});

test("an unreadable injury list is named", async () => {
	renderAt(
		"/operator/players",
		<Page>
			<AvailabilityPanel />
		</Page>,
	);
	choose(await screen.findByLabelText("Or choose a CSV file"), createUnreadable("round.csv"));
	expect(await screen.findByText(GONE)).toBeTruthy();
});

test("no season is previewed while one of its files is unreadable", async () => {
	fakeApi({ "/operator/seasons/preview": () => success(previewSeason, {} as never) });
	renderAt(
		"/operator/seasons",
		<Page>
			<ImportDialog onClose={() => undefined} />
		</Page>,
	);
	const field = await screen.findByLabelText(/^season\.json, squads\.csv/);
	const preview = screen.getByRole<HTMLButtonElement>("button", { name: "Preview" });
	choose(field, createFile("season.json", "{}"));
	await waitFor(() => expect(preview.disabled).toBe(false));
	choose(field, createFile("season.json", "{}"), createUnreadable("players.csv"));
	expect(await screen.findByText(/^players\.csv cannot be read\./)).toBeTruthy();
	expect(preview.disabled).toBe(true);
});

const Pictures = ({ onChange }: { readonly onChange: (files: readonly File[]) => void }) => (
	<Page>
		<FileField label="Pictures" accept={[".png"]} multiple onChange={onChange} />
	</Page>
);

test("pictures that can be read are taken, and the others named", async () => {
	const onChange = vi.fn();
	render(<Pictures onChange={onChange} />);
	const picture = createFile("1.png");
	choose(screen.getByLabelText("Pictures"), picture, createUnreadable("2.png"), createUnreadable("3.png"));
	expect(await screen.findByText(/^These files cannot be read: 2\.png, 3\.png\./)).toBeTruthy();
	expect(onChange.mock.calls).toEqual([[[]], [[picture]]]);
});

test("a file can be chosen again, and only the last choice counts", async () => {
	const onChange = vi.fn();
	render(<Pictures onChange={onChange} />);
	const field = screen.getByLabelText<HTMLInputElement>("Pictures");
	const setValue = vi.spyOn(field, "value", "set");
	const [slow, fast] = [createFile("slow.png"), createFile("fast.png")];
	const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
	Object.assign(slow, { slice: () => ({ arrayBuffer: () => promise }) });
	choose(field, slow);
	fireEvent.click(field);
	expect(setValue).toHaveBeenCalledWith("");
	choose(field, fast);
	await waitFor(() => expect(onChange).toHaveBeenLastCalledWith([fast]));
	resolve(new ArrayBuffer(1));
	await promise;
	expect(onChange.mock.calls).toEqual([[[]], [[]], [[]], [[fast]]]);
});
