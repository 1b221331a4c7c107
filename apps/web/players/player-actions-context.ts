import { type ComponentType, createContext } from "react";
import type { PlayerActionsProps } from "./modal/player-detail.tsx";

/**
 * The actions of the user's team for a player, for lists of players. The shell provides the actions, because screens never
 * import each other; undefined for users without a team.
 */
export const PlayerActionsContext = createContext<ComponentType<PlayerActionsProps> | undefined>(undefined);
