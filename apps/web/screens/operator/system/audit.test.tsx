import { listAudit } from "@first-bounce/contract/operator/audit";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { AuditSection } from "./audit.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const ENTRY = {
	id: 41,
	at: "2026-08-28T09:00:00.000Z",
	actor: "Kit O'Brien",
	action: "match-changed",
	subject: "match 101",
	before: null,
	after: null,
	reason: "Moved",
};

const Audit = () => {
	useOperatorTexts();
	return <AuditSection />;
};

test("a new search starts at its newest entries", async () => {
	const { queries } = fakeApi({ "/operator/audit": () => success(listAudit, { entries: [ENTRY], nextBefore: 41 }) });
	renderAt("/operator/audit", <Audit />);
	fireEvent.click(await screen.findByRole("button", { name: "Older" }));
	await waitFor(() => expect(queries.at(-1)?.query).toEqual({ before: "41" }));
	fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "match" } });
	await waitFor(() => expect(queries.at(-1)?.query).toMatchObject({ search: "match" }));
	expect(queries.map(({ query }) => query)).toEqual([{}, { before: "41" }, { search: "match" }]);
});

test("a later page without entries keeps the way back", async () => {
	fakeApi({
		"/operator/audit": (_, request) =>
			success(
				listAudit,
				request.url.includes("before") ? { entries: [], nextBefore: null } : { entries: [ENTRY], nextBefore: 41 },
			),
	});
	renderAt("/operator/audit", <Audit />);
	fireEvent.click(await screen.findByRole("button", { name: "Older" }));
	expect(await screen.findByText("No entry matches your search.")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "Newer" }));
	expect(await screen.findByText("match-changed · match 101")).toBeDefined();
});
