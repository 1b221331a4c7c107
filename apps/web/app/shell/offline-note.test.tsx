import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { SAVED_HEADER } from "../../offline/cache-names.ts";
import { noteResponse } from "../../offline/reachability.ts";
import { OfflineNote } from "./offline-note.tsx";

const SAVED_TEAM = "https://example.test/api/en/fantasy/team/show-my";
const UNREACHABLE = /^The game can't be reached\. Last updated .*\. Changes count once they are saved\.$/;

beforeEach(() => {
	const saved = new Response("{}", { headers: { date: "Fri, 27 Nov 2026 09:15:00 GMT" } });
	const cache = { keys: async () => [new Request(SAVED_TEAM)], match: async () => saved };
	vi.stubGlobal("caches", { open: async () => cache });
});

test("saved data is called so until the server answers again [D2.9.840]", async () => {
	renderAt("/team", <OfflineNote />);
	act(() => void noteResponse(new Response("{}", { headers: { [SAVED_HEADER]: "1" } })));
	await screen.findByText(UNREACHABLE);
	act(() => void noteResponse(new Response("{}")));
	expect(screen.queryByText(UNREACHABLE)).toBeNull();
});
