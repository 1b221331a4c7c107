import { useTranslation } from "react-i18next";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { useMedia } from "../../../../live/use-media.ts";
import { useTeamView } from "../use-team-view.ts";

/** Switches between the ground and the list: on every screen, or only on phones or on wider screens. */
export const ViewSwitch = ({ only }: { readonly only?: "phone" | "wide" }) => {
	const { t } = useTranslation();
	const [view, chooseView] = useTeamView();
	const isWide = useMedia("(min-width: 48em)");
	if (only === (isWide ? "phone" : "wide")) return null;
	return (
		<Segmented
			label={t("team.view")}
			choices={[
				{ value: "field", label: t("team.ground") },
				{ value: "list", label: t("team.list") },
			]}
			value={view}
			onChange={chooseView}
		/>
	);
};
