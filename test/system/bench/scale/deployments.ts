import type { Deployment } from './simulation.ts'

/** Between machines of one rack, there or back. */
const NETWORK_US = 150

const oneMachine = {
  gateways: [0],
  commands: [0],
  logNodes: [0],
  database: 0,
  projections: [0],
  networkUs: NETWORK_US,
}

export const deployments: readonly Deployment[] = [
  { ...oneMachine, name: 'two cores', machines: [2] },
  { ...oneMachine, name: 'two cores, three command services', machines: [2], commands: [0, 0, 0] },
  { ...oneMachine, name: 'eight cores', machines: [8] },
  {
    ...oneMachine,
    name: 'eight cores, three command services, four shards',
    machines: [8],
    commands: [0, 0, 0],
    projections: [0, 0, 0, 0],
  },
  {
    name: 'three machines of eight cores: services, log, read models',
    machines: [8, 8, 8],
    gateways: [0, 0],
    commands: [0, 0, 0, 0],
    logNodes: [1],
    database: 2,
    projections: [2, 2, 2, 2],
    networkUs: NETWORK_US,
  },
  {
    name: 'the same with a log of three nodes, one on each machine',
    machines: [8, 8, 8],
    gateways: [0, 0],
    commands: [0, 0, 0, 0],
    logNodes: [1, 0, 2],
    database: 2,
    projections: [2, 2, 2, 2],
    networkUs: NETWORK_US,
  },
]
