"""Where a mesh rests under its weight: Newton's method on the energy of linear tets, in double precision."""
import numpy as np
import scipy.sparse
import scipy.sparse.linalg


def lame(young, poisson):
    return young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))


def neo_hookean(F, mu, first):
    """Stress and stiffness of stable neo-Hookean material, as in kernels/physics/neo_hookean.h."""
    second = first + mu
    e = np.zeros((3, 3, 3))
    e[0, 1, 2] = e[1, 2, 0] = e[2, 0, 1] = 1
    e[0, 2, 1] = e[2, 1, 0] = e[1, 0, 2] = -1
    cofactor = np.cross(F[:, :, [1, 2, 0]], F[:, :, [2, 0, 1]], axis=1)
    excess = second * (np.linalg.det(F) - 1) - mu
    bend = np.einsum("ikm,jln,tmn,t->tijkl", e, e, F, excess)
    stress = mu * F + excess[:, None, None] * cofactor
    return stress, bend + mu * same(len(F)) + second * np.einsum("tij,tkl->tijkl", cofactor, cofactor)


def saint_venant(F, mu, first):
    """Stress and stiffness of Saint Venant-Kirchhoff material."""
    strain = (np.einsum("tki,tkj->tij", F, F) - np.eye(3)) / 2
    S = 2 * mu * strain + first * np.trace(strain, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    stiffness = (np.einsum("ik,tlj->tijkl", np.eye(3), S) + first * np.einsum("tij,tkl->tijkl", F, F)
                 + mu * np.einsum("til,tkj->tijkl", F, F)
                 + mu * np.einsum("tim,tkm,jl->tijkl", F, F, np.eye(3)))
    return F @ S, stiffness


def same(count):
    return np.broadcast_to(np.einsum("ik,jl->ijkl", np.eye(3), np.eye(3)), (count, 3, 3, 3, 3))


def shape_of(positions, tets):
    """Volumes and gradients of the four shape functions of each tet."""
    x = positions[tets]
    edges = np.swapaxes(x[:, 1:] - x[:, :1], 1, 2)
    last = np.linalg.inv(edges)
    return np.abs(np.linalg.det(edges)) / 6, np.concatenate([-last.sum(1, keepdims=True), last], 1)


def solve(material, positions, tets, masses, pins, young, poisson, gravity=9.81, loads=4):
    """The positions at rest, with the weight along -y put on in `loads` equal parts."""
    rest, x = np.asarray(positions, float), np.asarray(positions, float).copy()
    volumes, gradients = shape_of(rest, tets)
    free = np.setdiff1d(np.arange(3 * len(rest)), (3 * pins[:, None] + np.arange(3)).ravel())
    rows = (3 * tets[:, :, None] + np.arange(3)).reshape(len(tets), 12)
    weight = np.zeros_like(rest)
    for load in range(1, loads + 1):
        weight[:, 1] = -gravity * masses * load / loads
        for _ in range(30):
            stress, stiffness = material(np.einsum("tai,taj->tij", x[tets], gradients), *lame(young, poisson))
            force = weight.copy()
            np.add.at(force, tets, -np.einsum("t,tij,taj->tai", volumes, stress, gradients))
            blocks = np.einsum("t,taj,tijkl,tbl->taibk", volumes, gradients, stiffness, gradients, optimize=True)
            places = np.repeat(rows, 12, 1).ravel(), np.tile(rows, 12).ravel()
            matrix = scipy.sparse.csc_matrix((blocks.ravel(), places))
            step = scipy.sparse.linalg.spsolve(matrix[free][:, free], force.ravel()[free])
            x.ravel()[free] += step
            if np.abs(step).max() < 1e-10:
                break
        else:
            raise RuntimeError("no rest found: put the weight on in more parts")
    return x
