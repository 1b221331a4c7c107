import type { ComponentProps } from "react";
import { TextField } from "../../components/fields/text-field.tsx";

/** The current password, which confirms a change. */
export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, "type" | "autoComplete">) => (
	<TextField {...props} type="password" autoComplete="current-password" />
);
