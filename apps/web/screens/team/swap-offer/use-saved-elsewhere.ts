import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { askAgain } from "../editor/saved-team.ts";

/** A notice's own button may have changed the team behind the page (service-worker/push.ts). */
export function useSavedElsewhere(): void {
	const queries = useQueryClient();
	useEffect(() => {
		const { serviceWorker } = navigator;
		const hear = ({ data }: MessageEvent) => {
			if (data?.kind === "team-saved") void askAgain(queries);
		};
		serviceWorker?.addEventListener("message", hear);
		return () => serviceWorker?.removeEventListener("message", hear);
	}, [queries]);
}
