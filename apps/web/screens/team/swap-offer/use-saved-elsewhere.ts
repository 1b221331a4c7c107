import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refetchTeam } from "../editor/saved-team.ts";

/** Refetches the team when a notification's action has changed it (service-worker/push.ts). */
export function useTeamSavedListener(): void {
	const queries = useQueryClient();
	useEffect(() => {
		const { serviceWorker } = navigator;
		const onMessage = ({ data }: MessageEvent) => {
			if (data?.kind === "team-saved") void refetchTeam(queries);
		};
		serviceWorker?.addEventListener("message", onMessage);
		return () => serviceWorker?.removeEventListener("message", onMessage);
	}, [queries]);
}
