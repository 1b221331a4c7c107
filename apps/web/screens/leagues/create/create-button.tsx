import type { MutationStatus } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Spinner } from "../../../components/spinner/spinner.tsx";

interface Props {
	readonly status: MutationStatus;
	readonly isUnchanged: boolean;
	readonly isRegenerating: boolean;
}

/** The submit button with its states: idle, pending, success and failed (D2.4.04). */
export const CreateButton = ({ status, isUnchanged, isRegenerating }: Props) => {
	const { t } = useTranslation();
	const label = status === "idle" ? (isRegenerating ? "regenerate" : "button") : status;
	return (
		<Button variant="main" type="submit" isDisabled={isUnchanged || status !== "idle"}>
			{status === "pending" ? <Spinner /> : null}
			{t(`leagues.create.${label}`)}
		</Button>
	);
};
