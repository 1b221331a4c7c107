import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";
import type { RequestState } from "../frame/use-request-state.ts";

interface Props {
	readonly state: RequestState;
	readonly isUnchanged: boolean;
	readonly isRegenerating: boolean;
}

/** Create League or Regenerate League, then a spinner, then Success or Failed; pressed only when idle (D2 §4). */
export const CreateButton = ({ state, isUnchanged, isRegenerating }: Props) => {
	const { t } = useTranslation();
	const label = state === "idle" ? (isRegenerating ? "regenerate" : "button") : state;
	return (
		<Button look="main" type="submit" isDisabled={isUnchanged || state !== "idle"}>
			{state === "pending" ? <Spinner /> : null}
			{t(`leagues.create.${label}`)}
		</Button>
	);
};
