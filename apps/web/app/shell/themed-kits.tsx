import { buildSquadImagePath } from "@first-bounce/contract/site/paths";
import { type ReactNode, useMemo } from "react";
import { useStatic } from "../../api/use-static.ts";
import { KitThemeContext, SquadImagesContext } from "../../components/guernsey/kit-theme.ts";
import { usePreview } from "../preview/preview.ts";

/** The paths of the clubs' images by squad id. The season is loaded only if a club has an image. */
function useSquadImages(isEnabled: boolean): ReadonlyMap<number, string> {
	const { data: squads } = useStatic("squads", { enabled: isEnabled, meta: { noErrorModal: true } });
	const hasImages = squads?.some(({ imageVersion }) => imageVersion > 0) ?? false;
	const { data: season } = useStatic("season", { enabled: hasImages, meta: { noErrorModal: true } });
	return useMemo(() => {
		const paths = new Map<number, string>();
		for (const { id, imageVersion } of (season && squads) ?? []) {
			const path = season && buildSquadImagePath(season.id, id, imageVersion);
			if (path) paths.set(id, path);
		}
		return paths;
	}, [season, squads]);
}

export const ThemedKits = ({ children }: { readonly children: ReactNode }) => {
	const { isPassed } = usePreview();
	const { data: rounds } = useStatic("rounds", { enabled: isPassed, meta: { noErrorModal: true } });
	const current = rounds?.find(({ status }) => status !== "complete");
	return (
		<SquadImagesContext value={useSquadImages(isPassed)}>
			<KitThemeContext value={current?.theme ?? null}>{children}</KitThemeContext>
		</SquadImagesContext>
	);
};
